import type { Cover } from '#app/services/pictures.ts'
import { formatDay } from '#app/platform/text/dates.ts'
import { shortened } from '#app/platform/text/strings.ts'
import { formatPrice } from '#app/platform/text/money.ts'
import { clothHues, shadeStep } from '#app/ui/cover.ts'
import { subjectHue } from '#app/ui/subject-cover.ts'
import type { Post } from '../blog/queries.server.ts'
import type { Course } from '../courses/queries.server.ts'
import { teacher, weeks } from '../courses/labels.ts'
import { getCategory } from '../materials/categories.ts'
import type { MaterialCard } from '../materials/queries.server.ts'
import { describeSort } from '../materials/sold.ts'
import { formatPages } from '../materials/study-details.ts'
import type { Service } from '../services/queries.server.ts'
import { startingPrice, turnover } from '../services/labels.ts'
import type { Topic } from '../topics/topic.ts'

/** The maximum characters of the text below a title; the drawing cuts it after two lines. */
const LINE = 140

/** The maximum characters of the text beside a price. */
const FOOT = 24

const getHue = (cover: string) => clothHues[cover] ?? 0
const joined = (...parts: (string | number | null | false)[]) =>
  parts.filter((part) => part !== null && part !== false).join(' · ')

const footText = (words: string) => (words.length > FOOT ? '' : words)

/** Returns the cover of a material, as in the list, with its price. A sample begins with 'Sample' or 'Outline'. */
export function materialCover(material: MaterialCard): Cover {
  const category = getCategory(material.category)
  return {
    kind: joined(describeSort(material), category.label),
    title: material.title,
    subject: material.subject_area,
    foot: joined(material.year_of_study, material.pages !== null && formatPages(material.pages)),
    price: formatPrice(material.price),
    hue: subjectHue(material.subject_area),
    shade: shadeStep(material.id),
  }
}

/** Returns the cover of a course: teacher, duration, price. */
export function courseCover(course: Course): Cover {
  return {
    kind: `Course · ${course.category}`,
    title: course.title,
    subject: shortened(teacher(course.instructor_name), LINE),
    foot: weeks(course.duration_weeks) ?? 'On WhatsApp',
    price: formatPrice(course.price),
    hue: subjectHue(course.category),
    shade: shadeStep(course.id),
  }
}

/** Returns the cover of a service, with its starting price. */
export function serviceCover(service: Service): Cover {
  return {
    kind: `Writing services · ${service.service_type.replaceAll('_', ' ')}`,
    title: service.service_name,
    subject: 'Help with your own work, agreed on WhatsApp',
    foot: footText(turnover(service.turnover_time)),
    price: shortened(startingPrice(service.base_price), FOOT),
    hue: getHue('c-proposal'),
    shade: shadeStep(service.id),
  }
}

/** Returns the cover of a post, with its date. */
export function postCover(post: Post): Cover {
  return {
    kind: 'Blog',
    title: post.post_title,
    subject: shortened(post.sub_title ?? '', LINE),
    foot: formatDay(post.upload_date),
    price: null,
    hue: getHue('c-thesis'),
    shade: shadeStep(post.id),
  }
}

/** Returns the cover of a topic, which is free. `key` is its key in addresses. */
export function topicCover({ area, title }: Topic, key: string): Cover {
  return {
    kind: 'Free project topic',
    title,
    subject: area ?? '',
    foot: 'Free to use',
    price: null,
    hue: subjectHue(area ?? ''),
    shade: (key.charCodeAt(0) % 3) as Cover['shade'],
  }
}
