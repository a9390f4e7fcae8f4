import { href } from 'react-router'
import { IslandScript } from '../features/shell/island-script.tsx'
import type { Handle } from '../platform/pages/handle.ts'
import { visitorClient } from '#app/services/backend.server.ts'
import { siteContext } from '#app/services/site.server.ts'
import { capitalised } from '../platform/text/strings.ts'
import { consumeSearchRateLimit } from '../platform/limits/limits.server.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { CatalogueSearch } from '../ui/catalogue-search.tsx'
import { categoryNames } from '../features/courses/categories.ts'
import { CourseCard } from '../features/courses/course-card.tsx'
import { matches } from '../features/courses/matching.ts'
import { type Course, findCourses } from '../features/courses/queries.server.ts'
import { type CoursesQuery, coursesPath, parseCoursesQuery } from '../features/courses/schema.ts'
import { defer } from '../platform/pages/deferred.server.ts'
import { presentValue } from '../platform/pages/deferred.ts'
import { getUnknownCategory, UnknownCategory } from '../ui/unknown-category.tsx'
import { DeferredContent } from '../ui/deferred-content.tsx'
import { CatalogueSkeleton } from '../ui/skeletons.tsx'
import type { Route } from './+types/courses'

export const handle: Handle = { styles: 'tabs', islands: ['search'], sameForVisitors: true }

export async function loader({ request, context }: Route.LoaderArgs) {
  const parameters = new URL(request.url).searchParams
  const query = parseCoursesQuery(parameters)
  await consumeSearchRateLimit(context, query.search)
  const all = findCourses(visitorClient(context))
  return {
    query,
    unknownCategory: getUnknownCategory(parameters, query.category),
    list: await defer(
      request,
      all.then((courses) => courses.filter((course) => matches(course, query))),
    ),
    canonical: context.get(siteContext).url + coursesPath({ category: query.category }),
  }
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) {
    return []
  }
  const { query, list, canonical } = loaderData
  const courses = presentValue(list)
  return pageMeta({
    title: query.search || !query.category ? 'Courses' : `${capitalised(query.category)} courses`,
    description: `${query.category ? capitalised(query.category) : 'Nursing'} courses in small WhatsApp groups for Nigerian students: who teaches, how many weeks, and the price before you join.`,
    canonical,
    index: courses !== null && courses?.length !== 0 && !query.search,
  })
}

export default function Courses({ loaderData: { query, unknownCategory, list } }: Route.ComponentProps) {
  const { search, category } = query
  return (
    <div className="list">
      <div className="stack">
        <h1>Courses</h1>
        <p className="small soft">Taught in WhatsApp groups, a few weeks each.</p>
        <CatalogueSearch
          action={href('/courses')}
          placeholder="Topic or teacher"
          search={search}
          category={category}
          categories={categoryNames}
          pathTo={(name) => coursesPath({ search, category: name })}
        />
        <div className="small soft" role="status" id="count">
          {unknownCategory === '' && (
            <DeferredContent of={list} skeleton="Loading...">
              {(courses) => courses && <Count courses={courses} />}
            </DeferredContent>
          )}
        </div>
      </div>
      <div id="found">
        {unknownCategory === '' ? (
          <DeferredContent of={list} skeleton={<CatalogueSkeleton />}>
            {(courses) => <Shelf courses={courses} query={query} />}
          </DeferredContent>
        ) : (
          <UnknownCategory name={unknownCategory} all="courses" />
        )}
      </div>
      <IslandScript name="search" />
    </div>
  )
}

function Shelf({ courses, query }: { courses: Course[] | null; query: CoursesQuery }) {
  if (courses === null) {
    return (
      <EmptyState title="No courses available at the moment." hint="The list could not be loaded.">
        <a className="btn go" href={coursesPath(query)}>
          Try again
        </a>
      </EmptyState>
    )
  }
  if (courses.length === 0) {
    return <NoCourses query={query} />
  }
  return (
    <ul className="shelf sheet">
      {courses.map((course) => (
        <CourseCard key={course.id} course={course} />
      ))}
    </ul>
  )
}

function Count({ courses }: { courses: Course[] }) {
  return (
    courses.length > 0 && (
      <>
        <b className="num">{courses.length === 1 ? '1 course' : `${courses.length} courses`}</b>
        {courses.some(({ is_sample }) => is_sample) && ' · those marked sample were written to show how Lamplight works'}
      </>
    )
  )
}

/** The placeholder of an empty list. A search or a category without courses can be cleared. */
function NoCourses({ query: { search, category } }: { query: CoursesQuery }) {
  if (search) {
    return (
      <EmptyState
        title={`No course matches “${search}”${category ? ` in ${category}` : ''}.`}
        hint={category ? 'Try fewer words, or another category.' : 'Try fewer words.'}
      >
        <a className="btn go" href={coursesPath({ category })}>
          Clear the search
        </a>
      </EmptyState>
    )
  }
  if (category) {
    return (
      <EmptyState title={`There is no course in ${category} at the moment.`}>
        <a className="btn go" href={href('/courses')}>
          Show all courses
        </a>
      </EmptyState>
    )
  }
  return (
    <EmptyState title="No courses available at the moment." hint="In the meantime, see the research materials.">
      <a className="btn go" href={href('/marketplace')}>
        Browse Materials
      </a>
    </EmptyState>
  )
}
