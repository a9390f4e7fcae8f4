import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

// The site map. One file may serve several addresses; each then has an id of its own.
export default [
  index('routes/home.tsx'),

  route('marketplace', 'routes/marketplace.tsx'),
  route('material-preview/:key', 'routes/material.tsx', { id: 'material-preview' }),
  route('material-preview/*', 'routes/material.tsx', { id: 'material-preview-rest' }),
  route('material/:key', 'routes/material.tsx', { id: 'material' }),

  route('topics-directory', 'routes/topics.tsx', { id: 'topics-directory' }),
  route('topics', 'routes/topics.tsx', { id: 'topics' }),
  route('topics-directory/all.json', 'routes/all-topics.ts'),

  route('auth', 'routes/auth.tsx'),
  route('auth/confirm', 'routes/confirm.tsx'),
  route('auth/sign-out', 'routes/sign-out.tsx'),

  layout('routes/signed-in.tsx', [
    route('dashboard', 'routes/dashboard.tsx'),
    route('upload-materials', 'routes/upload-materials.tsx'),
    route('upload-materials/:id/file', 'routes/upload-file.tsx'),
    route('request-a-topic', 'routes/request-a-topic.tsx'),
  ]),

  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig
