import { href } from 'react-router'
import { visitorClient } from '#app/services/backend.server.ts'
import { siteContext } from '#app/services/site.server.ts'
import { capitalised } from '../platform/text/strings.ts'
import { formatPrice } from '../platform/text/money.ts'
import { notFound } from '../platform/pages/not-found.server.ts'
import type { Handle } from '../platform/pages/handle.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { readableHtml } from '../platform/text/readable.server.ts'
import { whatsappLink } from '../platform/text/whatsapp.ts'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { JsonLd } from '../ui/json-ld.tsx'
import { courseStructuredData } from '../features/courses/structured-data.ts'
import { Enroll } from '../features/courses/enroll.tsx'
import { findCourse } from '../features/courses/queries.server.ts'
import { coursesPath } from '../features/courses/schema.ts'
import { groupSteps, NO_LINK, teacher, weeks } from '../features/courses/labels.ts'
import { getShare } from '../features/sharing/shared.server.ts'
import { shade } from '../ui/cover.ts'
import { subjectCover } from '../ui/subject-cover.ts'
import { orUnavailable } from '../platform/pages/unavailable.server.ts'
import { priceClass } from '../ui/price-class.ts'
import type { Route } from './+types/course'

export const handle: Handle = { styles: 'course', sameForVisitors: true }

export async function loader({ params, context }: Route.LoaderArgs) {
  const course = await orUnavailable(context, findCourse(visitorClient(context), params.id))
  if (!course) {
    throw notFound('Course not found', 'It may be full or over, or the link is not complete.', {
      to: href('/courses'),
      label: 'Back to Courses',
    })
  }
  const length = weeks(course.duration_weeks)
  const origin = context.get(siteContext).url
  return {
    course,
    origin,
    covered: course.description ? readableHtml(course.description).html : null,
    // One sentence for search engines and shared links answers what students ask first.
    summary: `${course.title}: a WhatsApp group course${length ? ` of ${length}` : ''}. ${formatPrice(course.price)}. Teacher: ${teacher(course.instructor_name)}.`,
    path: href('/course-details/:id', { id: course.id }),
    picture: getShare.course(context, course),
  }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData
    ? pageMeta({
        title: loaderData.course.title,
        description: loaderData.summary,
        canonical: loaderData.origin + loaderData.path,
        picture: loaderData.picture,
      })
    : []
}

export default function CoursePage({ loaderData: { course, covered, summary, origin, path, picture } }: Route.ComponentProps) {
  const price = formatPrice(course.price)
  const length = weeks(course.duration_weeks)
  const details = [
    { term: 'Teacher', value: teacher(course.instructor_name) },
    { term: 'Length', value: length ?? 'Not fixed yet: ask before you join' },
    { term: 'Price', value: price },
    { term: 'Where', value: 'A WhatsApp group' },
  ]
  return (
    <>
      <JsonLd data={courseStructuredData(course, { url: origin + path, picture: picture.url, description: summary })} />
      <div className="split product">
        <div className="stay">
          <div className={`face ${subjectCover(course.category)} ${shade(course.id)}`}>
            <p className="kind caps">{course.category}</p>
            <h1>{course.title}</h1>
            <p className="small">{teacher(course.instructor_name)}</p>
            <p className="mark">
              <span>{length}</span>
              <span className="motif" aria-hidden="true" />
            </p>
          </div>
          <div className="stack wide">
            <p className="row">
              <span className={priceClass(course.price)}>{price}</span>
              {length && <span className="small soft">{length}</span>}
            </p>
            <Enroll course={course} reasonId="how-to-join" main />
            <HowToJoin link={course.whatsapp_link} id="how-to-join" />
          </div>
        </div>
        <article className="stack">
          <Breadcrumbs
            origin={origin}
            steps={[
              { to: href('/courses'), label: 'Courses' },
              { to: coursesPath({ category: course.category }), label: capitalised(course.category) },
            ]}
            here={{ to: path, label: course.title }}
          />
          <dl className="facts">
            {details.map(({ term, value }) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          {course.is_sample && <p className="note">This course is sample content, written to show how Lamplight works.</p>}
          <section className="stack">
            <h2>What is covered</h2>
            {covered ? (
              <div className="read" dangerouslySetInnerHTML={{ __html: covered }} />
            ) : (
              <p className="soft">There is no weekly plan yet. Ask for it before you join.</p>
            )}
          </section>
          <section className="stack">
            <h2>How the group works</h2>
            <ol className="toc">
              {groupSteps(whatsappLink(course.whatsapp_link)).map(({ title, text }) => (
                <li key={title}>
                  <div>
                    <h3>{title}</h3>
                    <p className="soft">{text}</p>
                  </div>
                </li>
              ))}
            </ol>
          </section>
          <div className="thin">
            <HowToJoin link={course.whatsapp_link} id="how-to-join-here" />
          </div>
        </article>
      </div>
      <div className="buy thin">
        <span>
          <span className={priceClass(course.price)}>{price}</span>
          <br />
          {length && <span className="small soft">{length}</span>}
        </span>
        <Enroll course={course} reasonId="how-to-join-here" main />
      </div>
    </>
  )
}

function HowToJoin({ link, id }: { link: string | null; id: string }) {
  return (
    <p className="hint" id={id}>
      {whatsappLink(link)
        ? 'You join on WhatsApp, in a new tab. Agree on the start and the payment there before you pay.'
        : `This course has ${NO_LINK}, so nobody can join today. Look again in a few days.`}
    </p>
  )
}
