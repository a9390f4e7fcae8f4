import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

// The site map. One file may serve several addresses; each then has an id of its own.
export default [
  index('routes/home.tsx'),

  route('marketplace', 'routes/marketplace.tsx'),
  route('material-preview/:key', 'routes/material.tsx', { id: 'material-preview' }),
  route('material-preview/*', 'routes/material.tsx', { id: 'material-preview-rest' }),
  route('material/:key', 'routes/material.tsx', { id: 'material' }),

  route('blog', 'routes/blog.tsx'),
  route('blog/:key', 'routes/post.tsx', { id: 'post' }),
  route('blog/*', 'routes/post.tsx', { id: 'post-rest' }),

  route('contact', 'routes/contact.tsx'),
  route('support', 'routes/support.tsx'),
  route('faq', 'routes/faq.tsx'),
  route('terms', 'routes/terms.tsx'),
  route('privacy', 'routes/privacy.tsx'),

  route('writing-services', 'routes/writing-services.tsx'),
  route('service-details/:id', 'routes/service.tsx', { id: 'service-details' }),
  route('service/:id', 'routes/service.tsx', { id: 'service' }),
  route('writer/:id', 'routes/service.tsx', { id: 'writer' }),
  route('writer-profile/:id', 'routes/service.tsx', { id: 'writer-profile' }),

  route('courses', 'routes/courses.tsx'),
  route('course-details/:id', 'routes/course.tsx', { id: 'course-details' }),
  route('course/:id', 'routes/course.tsx', { id: 'course' }),

  route('topics-directory', 'routes/topics.tsx', { id: 'topics-directory' }),
  route('topics', 'routes/topics.tsx', { id: 'topics' }),
  route('topics-directory/all.json', 'routes/all-topics.ts'),

  route('auth', 'routes/auth.tsx'),
  route('auth/forgot-password', 'routes/forgot-password.tsx'),
  route('auth/confirm', 'routes/confirm.tsx'),
  route('auth/sign-out', 'routes/sign-out.tsx'),

  layout('routes/signed-in.tsx', [
    route('dashboard', 'routes/dashboard.tsx'),
    route('avatars/:userId', 'routes/avatar.ts'),
    route('upload-materials', 'routes/upload-materials.tsx'),
    route('upload-materials/:id/file', 'routes/upload-file.tsx'),
    route('upload-materials/:id/replace', 'routes/replace-file.tsx'),
    route('upload-materials/:id/withdraw', 'routes/withdraw-upload.tsx'),
    route('request-a-topic', 'routes/request-a-topic.tsx'),
  ]),

  // The operator's console. To everybody else these addresses are not there.
  route('admin', 'routes/admin/console.tsx', [
    index('routes/admin/today.tsx'),
    route('catalogue', 'routes/admin/catalogue.tsx'),
    route('catalogue/services', 'routes/admin/services.tsx'),
    route('catalogue/services/new', 'routes/admin/service.tsx', { id: 'admin-service-new' }),
    route('catalogue/services/:id', 'routes/admin/service.tsx', { id: 'admin-service' }),
    route('log', 'routes/admin/log.tsx'),
    // An unknown room keeps the console's frame.
    route('*', 'routes/admin/no-such-room.tsx'),
  ]),

  route('sitemap.xml', 'routes/sitemap.tsx'),
  route('robots.txt', 'routes/robots.tsx'),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig
