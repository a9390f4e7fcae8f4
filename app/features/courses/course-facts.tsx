import { site } from '../site/defaults.ts'
import { JsonLd } from '../../ui/json-ld.tsx'
import type { Course } from './queries.server.ts'

/** The course as schema.org knows one, with its price in naira. No rating: nobody has given one. */
export function CourseFacts({ course, description, url }: { course: Course; description: string; url: string }) {
  const weeks = course.duration_weeks
  return (
    <JsonLd
      data={{
        '@type': 'Course',
        name: course.title,
        description,
        url,
        inLanguage: 'en',
        keywords: course.category,
        ...(weeks === null ? {} : { timeRequired: `P${weeks}W` }),
        provider: { '@type': 'Organization', name: site.name, url: new URL('/', url).href },
        offers: {
          '@type': 'Offer',
          category: course.price === 0 ? 'Free' : 'Paid',
          price: course.price,
          priceCurrency: 'NGN',
          url,
        },
        hasCourseInstance: {
          '@type': 'CourseInstance',
          courseMode: 'Online',
          ...(weeks === null ? {} : { courseSchedule: { '@type': 'Schedule', repeatFrequency: 'Weekly', repeatCount: weeks } }),
          ...(course.instructor_name ? { instructor: { '@type': 'Person', name: course.instructor_name } } : {}),
        },
      }}
    />
  )
}
