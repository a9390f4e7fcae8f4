import { href } from 'react-router'
import type { Course as CourseDetails, WithContext } from 'schema-dts'
import { site } from '../settings/defaults.ts'
import type { Course } from './queries.server.ts'

/** Returns the course's structured data, with its price in naira. It has no rating, because courses are not rated. */
export function courseStructuredData(
  course: Course,
  page: { url: string; picture: string; description: string },
): WithContext<CourseDetails> {
  const weeks = course.duration_weeks
  return {
    '@context': 'https://schema.org',
    '@type': 'Course',
    name: course.title,
    description: page.description,
    url: page.url,
    image: page.picture,
    inLanguage: 'en',
    keywords: course.category,
    ...(weeks === null ? {} : { timeRequired: `P${weeks}W` }),
    provider: { '@type': 'Organization', name: site.name, url: new URL(href('/'), page.url).href },
    offers: {
      '@type': 'Offer',
      category: course.price === 0 ? 'Free' : 'Paid',
      price: course.price,
      priceCurrency: 'NGN',
      url: page.url,
    },
    hasCourseInstance: {
      '@type': 'CourseInstance',
      courseMode: 'Online',
      ...(weeks === null ? {} : { courseSchedule: { '@type': 'Schedule', repeatFrequency: 'Weekly', repeatCount: weeks } }),
      ...(course.instructor_name ? { instructor: { '@type': 'Person', name: course.instructor_name } } : {}),
    },
  }
}
