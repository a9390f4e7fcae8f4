import { formatPrice } from '#app/platform/text/money.ts'
import { whatsappLink } from '#app/platform/text/whatsapp.ts'
import { Icon } from '#app/ui/icon.tsx'
import { shade } from '#app/ui/cover.ts'
import { getCover } from './categories.ts'
import { Enroll } from './enroll.tsx'
import type { Course } from './queries.server.ts'
import { NO_LINK, teacher, weeks } from './labels.ts'

/**
 * A course in the list, drawn like a material: spine on a phone, cover on a laptop. A spine is too short for the weeks,
 * so a phone shows them beside the teacher.
 */
export function CourseCard({ course }: { course: Course }) {
  const details = `/course-details/${course.id}`
  const reasonId = `no-link-${course.id}`
  const length = weeks(course.duration_weeks)
  const notes = [course.is_sample ? 'sample' : null, whatsappLink(course.whatsapp_link) ? null : NO_LINK].filter(
    (note) => note !== null,
  )
  return (
    <li className={`work cloth ${getCover(course.category)} ${shade(course.id)}`.replaceAll(/ +/g, ' ').trim()}>
      <div className="cover">
        <p className="kind caps">{course.category}</p>
        <h2 className="name">
          <a href={details}>{course.title}</a>
        </h2>
        <p className="subj">
          {teacher(course.instructor_name)}
          {length && <span className="thin"> · {length}</span>}
        </p>
        <p className="mark">
          <Icon name="lamp" />
          <span className="wide">{length}</span>
        </p>
      </div>
      <div className="slip">
        <p className="meta" id={reasonId}>
          {notes.join(' · ')}
        </p>
        <p className="price">{formatPrice(course.price)}</p>
        <a className="btn bare" href={details} aria-label={`View More about ${course.title}`}>
          View More
        </a>
        <Enroll course={course} reasonId={reasonId} />
      </div>
    </li>
  )
}
