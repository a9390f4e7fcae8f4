import { href } from 'react-router'
import { formatPrice } from '#app/platform/text/money.ts'
import { whatsappLink } from '#app/platform/text/whatsapp.ts'
import { priceClass } from '#app/ui/price-class.ts'
import { shade } from '#app/ui/cover.ts'
import { subjectCover } from '#app/ui/subject-cover.ts'
import { Enroll } from './enroll.tsx'
import type { Course } from './queries.server.ts'
import { NO_LINK, teacher, weeks } from './labels.ts'

/** A course in the list, drawn like a material: a row on a phone, a cover on a laptop. */
export function CourseCard({ course }: { course: Course }) {
  const details = href('/course-details/:id', { id: course.id })
  const reasonId = `no-link-${course.id}`
  const length = weeks(course.duration_weeks)
  const notes = [course.is_sample ? 'sample' : null, whatsappLink(course.whatsapp_link) ? null : NO_LINK].filter(
    (note) => note !== null,
  )
  return (
    <li className={`work ${subjectCover(course.category)} ${shade(course.id)}`.trim()}>
      <div className="cover">
        <p className="kind caps">{course.category}</p>
        <h2 className="name">
          <a href={details}>{course.title}</a>
        </h2>
        <p className="subj">
          <span>{teacher(course.instructor_name)}</span> {length && <span>{length}</span>}
        </p>
        <span className="motif" aria-hidden="true" />
      </div>
      <div className="slip">
        <p className={priceClass(course.price)}>{formatPrice(course.price)}</p>
        <p className="meta" id={reasonId}>
          {notes.join(' · ')}
        </p>
        <div className="card-actions">
          <a className="btn bare" href={details} aria-label={`View More about ${course.title}`}>
            View More
          </a>
          <Enroll course={course} reasonId={reasonId} />
        </div>
      </div>
    </li>
  )
}
