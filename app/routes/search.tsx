import { href } from 'react-router'
import { getCourseLevel, getCourseName } from '../features/curriculum/courses.ts'
import { coursesOf } from '../features/curriculum/queries.server.ts'
import { recordMissedSearch } from '../features/missed-searches/record.server.ts'
import { Corrected } from '../features/search/corrected.tsx'
import { type GlobalSearchResults, searchAll } from '#app/features/global-search/queries.server.ts'
import { Found } from '#app/features/global-search/found.tsx'
import { pathTo } from '#app/features/global-search/kinds.ts'
import { GlobalSearchBox } from '../features/shell/global-search.tsx'
import { type GlobalSearchQuery, parseGlobalSearch, searchPath } from '#app/features/global-search/schema.ts'
import { coursePath, requestPath } from '../features/topics/addresses.ts'
import { consumeSearchRateLimit } from '../platform/limits/limits.server.ts'
import type { Handle } from '../platform/pages/handle.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { orUnavailable } from '../platform/pages/unavailable.server.ts'
import { visitorClient } from '#app/services/backend.server.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import type { Route } from './+types/search'

export const handle: Handle = { styles: 'search', sameForVisitors: true }

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = parseGlobalSearch(new URL(request.url).searchParams)
  await consumeSearchRateLimit(context, query.words)
  const client = visitorClient(context)
  const [found, courses] = await Promise.all([
    query.words ? orUnavailable(context, searchAll(client, query)) : null,
    coursesOf(client, query.words),
  ])
  const hits = found?.groups.flatMap((group) => group.hits) ?? []
  if (found && courses.length === 0 && !hits.some(({ exact }) => exact)) {
    recordMissedSearch(context, { words: query.words, kind: 'material', near: hits.map(pathTo) })
  }
  return { query, found, courses }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({
    title: loaderData?.query.words ? `${loaderData.query.words}: found on Lamplight` : 'Search',
    description: 'Materials, topics, posts, courses and writing services for nursing students in Nigeria, searched at once.',
    index: false,
  })
}

export default function Search({ loaderData: { query, found, courses } }: Route.ComponentProps) {
  return (
    <div className="list">
      <div className="stack">
        <h1>{query.words ? `Results for “${query.words}”` : 'Search'}</h1>
        <GlobalSearchBox words={query.words} classes={{ form: 'find', field: 'field', button: 'btn go' }}>
          Find
        </GlobalSearchBox>
        <div className="small soft" role="status">
          {found && (found.groups.length > 0 || courses.length === 0) && <ResultsSummary query={query} found={found} />}
        </div>
      </div>
      {courses.length > 0 && (
        <ul className="stack" aria-label="Courses">
          {courses.map((course) => (
            <li key={`${course.programme} ${getCourseName(course)}`}>
              <a href={coursePath(course)}>Topics for {getCourseName(course)}</a>{' '}
              <span className="soft">({getCourseLevel(course)})</span>
            </li>
          ))}
        </ul>
      )}
      {found ? <Found query={query} found={found} /> : <Introduction />}
      {found?.groups.length === 0 && courses.length === 0 && <Nothing words={query.words} />}
    </div>
  )
}

/** /search lists five kinds, which may read a word differently, so it reports only corrections. */
const noWords: [] = []

/** Summary of corrections and of how well the results match. */
function ResultsSummary({ query, found: { groups, corrections } }: { query: GlobalSearchQuery; found: GlobalSearchResults }) {
  const hits = groups.flatMap((group) => group.hits)
  return (
    <>
      <Corrected
        search={query.words}
        corrections={corrections}
        offered={noWords}
        understood={noWords}
        verbatim={searchPath({ ...query, typed: true })}
      />
      {hits.length === 0
        ? 'Nothing found'
        : hits.some(({ exact }) => exact)
          ? 'The best of each kind'
          : `Nothing matches “${query.words}” exactly; these are close`}
    </>
  )
}

/** Introduction shown before a search. */
function Introduction() {
  return (
    <p>
      Type a topic, a subject or a question. Or look through <a href={href('/marketplace')}>materials</a>,{' '}
      <a href={href('/topics-directory')}>topics</a>, <a href={href('/blog')}>posts</a>, <a href={href('/courses')}>courses</a>{' '}
      and <a href={href('/writing-services')}>writing services</a>.
    </p>
  )
}

function Nothing({ words }: { words: string }) {
  return (
    <EmptyState title={`Nothing found for “${words}”.`} hint="Try fewer words, or other ones.">
      <a className="btn go" href={requestPath(words)}>
        Request this topic
      </a>
      <a className="btn" href={href('/marketplace')}>
        Browse Materials
      </a>
    </EmptyState>
  )
}
