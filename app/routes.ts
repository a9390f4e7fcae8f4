import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

// The site map. When one file serves several addresses, each route has its own id.
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

  // Of a material or a comment. It sends a guest to sign in itself, so that nothing written is lost.
  route('report', 'routes/report.tsx'),

  route('auth', 'routes/auth.tsx'),
  route('auth/forgot-password', 'routes/forgot-password.tsx'),
  route('auth/confirm', 'routes/confirm.tsx'),
  route('auth/sign-out', 'routes/sign-out.tsx'),

  layout('routes/signed-in.tsx', [
    route('dashboard', 'routes/dashboard.tsx'),
    route('dashboard/earnings', 'routes/earnings.tsx'),
    route('dashboard/security', 'routes/security.tsx'),
    route('dashboard/my-data', 'routes/my-data.tsx'),
    route('dashboard/my-data/archive', 'routes/my-data-archive.tsx'),
    route('avatars/:userId', 'routes/avatar.ts'),
    route('upload-materials', 'routes/upload-materials.tsx'),
    route('upload-materials/:id/file', 'routes/upload-file.tsx'),
    route('upload-materials/:id/replace', 'routes/replace-file.tsx'),
    route('upload-materials/:id/withdraw', 'routes/withdraw-upload.tsx'),
    route('request-a-topic', 'routes/request-a-topic.tsx'),
  ]),

  // The operator's console. Everybody else gets 404 at these addresses.
  route('admin', 'routes/admin/console.tsx', [
    layout('routes/admin/room.tsx', [
      index('routes/admin/today.tsx'),
      route('reviews', 'routes/admin/reviews.tsx'),
      route('reviews/:id', 'routes/admin/review.tsx'),
      route('reviews/:id/selar-pack', 'routes/admin/selar-pack.ts'),
      route('catalogue', 'routes/admin/catalogue.tsx'),
      route('catalogue/services', 'routes/admin/services.tsx'),
      route('catalogue/services/new', 'routes/admin/service.tsx', { id: 'admin-service-new' }),
      route('catalogue/services/:id', 'routes/admin/service.tsx', { id: 'admin-service' }),
      route('catalogue/materials', 'routes/admin/materials.tsx'),
      route('catalogue/materials/new', 'routes/admin/material.tsx', { id: 'admin-material-new' }),
      route('catalogue/materials/:id', 'routes/admin/material.tsx', { id: 'admin-material' }),
      route('catalogue/posts', 'routes/admin/posts.tsx'),
      route('catalogue/posts/new', 'routes/admin/post.tsx', { id: 'admin-post-new' }),
      route('catalogue/posts/:id', 'routes/admin/post.tsx', { id: 'admin-post' }),
      route('catalogue/courses', 'routes/admin/courses.tsx'),
      route('catalogue/courses/new', 'routes/admin/course.tsx', { id: 'admin-course-new' }),
      route('catalogue/courses/:id', 'routes/admin/course.tsx', { id: 'admin-course' }),
      // Requests of the forms while an operator writes.
      route('preview', 'routes/admin/preview.ts'),
      route('pictures', 'routes/admin/pictures.ts'),
      route('catalogue/topics', 'routes/admin/topics.tsx', { id: 'admin-topics' }),
      route('catalogue/topics/new', 'routes/admin/topic.tsx', { id: 'admin-topic-new' }),
      route('catalogue/topics/import', 'routes/admin/topics-import.tsx', { id: 'admin-topics-import' }),
      route('catalogue/topics/import/:id', 'routes/admin/topics-import.tsx', { id: 'admin-topics-import-undo' }),
      route('catalogue/topics/:id', 'routes/admin/topic.tsx', { id: 'admin-topic' }),
      route('people', 'routes/admin/people.tsx'),
      route('people/requests', 'routes/admin/topic-requests.tsx'),
      route('people/requests/:id', 'routes/admin/topic-request.tsx'),
      route('people/comments', 'routes/admin/comments.tsx'),
      route('people/reports', 'routes/admin/reports.tsx'),
      route('people/accounts', 'routes/admin/accounts.tsx'),
      route('people/accounts/:id', 'routes/admin/account.tsx'),
      route('texts', 'routes/admin/texts.tsx'),
      route('texts/questions', 'routes/admin/questions.tsx'),
      route('texts/questions/new', 'routes/admin/question.tsx', { id: 'admin-question-new' }),
      route('texts/questions/:id', 'routes/admin/question.tsx', { id: 'admin-question' }),
      route('texts/testimonials', 'routes/admin/testimonials.tsx'),
      route('texts/testimonials/new', 'routes/admin/testimonial.tsx', { id: 'admin-testimonial-new' }),
      route('texts/testimonials/:id', 'routes/admin/testimonial.tsx', { id: 'admin-testimonial' }),
      route('texts/:group', 'routes/admin/text-group.tsx'),
      route('settings', 'routes/admin/settings.tsx'),
      route('settings/:group', 'routes/admin/setting-group.tsx'),
      route('figures', 'routes/admin/figures.tsx'),
      route('log', 'routes/admin/log.tsx'),
      // An unknown room keeps the console's frame.
      route('*', 'routes/admin/no-such-room.tsx'),
    ]),
  ]),

  route('share/*', 'routes/share-picture.ts'),
  route('sitemap.xml', 'routes/sitemap.tsx'),
  route('robots.txt', 'routes/robots.tsx'),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig
