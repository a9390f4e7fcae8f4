import { href, redirect } from 'react-router'
import { alertPath } from '../features/alerts/wanted.ts'
import { beginsWithCode, type Course, getCourseName } from '../features/curriculum/courses.ts'
import { coursesOf } from '../features/curriculum/queries.server.ts'
import { coursePath, requestPath, topicPath, topicsPath } from '../features/topics/addresses.ts'
import {
  type Area,
  findCourseTopics,
  findTopics,
  knownArea,
  listAddress,
  readDirectory,
  readMostOpened,
  type TopicPage,
} from '../features/topics/queries.server.ts'
import { InsideTopics, RelatedTopics, TopicsReading } from '../features/topics/related-topics.tsx'
import { CourseHeading } from '../features/topics/course-topics.tsx'
import { topicsNear, withCourse } from '../features/topics/related.server.ts'
import { parseTopicsQuery, type TopicsQuery } from '../features/topics/schema.ts'
import { directoryStructuredData } from '../features/topics/structured-data.ts'
import { countLine, escapePattern, NONE_RELATED, type RelatedTopics as RelatedTopicsResult } from '../features/topics/topic.ts'
import { AllSubjects, MostOpened, Subjects } from '../features/topics/subjects.tsx'
import { rowPaths, RowTemplates, TopicRow } from '../features/topics/topic-row.tsx'
import { TopicsForm } from '../features/topics/topics-form.tsx'
import { words } from '../features/topics/labels.ts'
import { recordMissedSearch } from '../features/missed-searches/record.server.ts'
import { getShare } from '../features/sharing/shared.server.ts'
import { topics as defaults } from '../features/settings/defaults.ts'
import { texts as readTexts } from '../features/settings/queries.server.ts'
import { IslandScript } from '../features/shell/island-script.tsx'
import { visitorClient } from '#app/services/backend.server.ts'
import { siteContext } from '#app/services/site.server.ts'
import type { Handle } from '../platform/pages/handle.ts'
import { consumeSearchRateLimit } from '../platform/limits/limits.server.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { orDefault, defer } from '../platform/pages/deferred.server.ts'
import { presentValue } from '../platform/pages/deferred.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { JsonLd } from '../ui/json-ld.tsx'
import { DeferredContent } from '../ui/deferred-content.tsx'
import { CardsSkeleton } from '../ui/skeletons.tsx'
import type { Route } from './+types/topics'

export const handle: Handle = { islands: ['topics'], styles: 'topics', sameForVisitors: true }

export async function loader({ request, context }: Route.LoaderArgs) {
  const asked = parseTopicsQuery(new URL(request.url).searchParams)
  await consumeSearchRateLimit(context, asked.search)
  const client = visitorClient(context)
  if (beginsWithCode(asked.search)) {
    const [course] = await coursesOf(client, asked.search)
    const directory = await readDirectory(client).catch(orLog('Could not read the directory for a course', null))
    if (course && directory && findTopics(directory, asked).total === 0) {
      throw redirect(coursePath(course))
    }
  }
  const isStart = asked.search === '' && asked.area === '' && asked.course === '' && asked.page === 1
  const read = readDirectory(client).then(async (directory) => {
    const courses = await coursesOf(client, asked.course || asked.search)
    if (asked.course && courses.length > 0) {
      const query = { ...asked, search: '', area: '' }
      const found = findTopics({ topics: findCourseTopics(directory, courses) }, query)
      return { query, courses, found, related: NONE_RELATED, areas: directory.areas, mostOpened: [], list: null, shared: null }
    }
    const query = { ...asked, search: asked.search || asked.course, area: knownArea(directory, asked.area), course: '' }
    const found = findTopics(directory, query)
    const near = await topicsNear(client, directory, query).catch(orLog('Could not search related topics', NONE_RELATED))
    const related = withCourse(near, courses)
    if (found.total === 0 && courses.length === 0) {
      recordMissedSearch(context, { words: query.search, kind: 'topic', near: related.topics.flatMap(rowPaths) })
    }
    return {
      query,
      courses: [],
      found,
      related,
      areas: directory.areas,
      mostOpened: isStart ? await readMostOpened(client).catch(orLog('Could not read the most opened topics', [])) : [],
      // The server renders later pages: the script would have to begin in the middle.
      list: found.page === 1 ? listAddress(directory) : null,
      shared: topicSharedBy(context, query, found),
    }
  })
  const [directory, texts] = await Promise.all([defer(request, read), orDefault(request, readTexts(client, 'topics'), defaults)])
  return { asked, claim: texts.topics_count, directory, site: context.get(siteContext).url }
}

/** Returns the topic that this address shares, with its text and picture for link previews. */
function topicSharedBy(context: Route.LoaderArgs['context'], { search, area }: TopicsQuery, found: TopicPage) {
  const topic = area ? undefined : found.topics.find(({ title }) => title.toLowerCase() === search.toLowerCase())
  return topic ? { topic, picture: getShare.topic(context, topic) } : null
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) {
    return []
  }
  const { asked, claim, directory, site } = loaderData
  const { courses: [course] = [], found, shared } = presentValue(directory) ?? {}
  if (shared) {
    const { title, description } = shared.topic
    return pageMeta({
      title,
      description: `A free nursing project topic. ${description ?? ''}`,
      canonical: site + topicPath(title),
      picture: shared.picture,
      index: false,
    })
  }
  return pageMeta({
    title: course ? `Nursing project topics for ${getCourseName(course)}` : words.heading,
    description: `${claim} free nursing project topics for Nigerian students, by subject area. Each names its sample, instrument, permission and programme.`,
    canonical: `${site}${href('/topics-directory')}`,
    index: presentValue(directory) !== null && found?.total !== 0 && !asked.search && !asked.course,
  })
}

type Read = {
  query: TopicsQuery
  courses: readonly Course[]
  found: TopicPage | null
  related: RelatedTopicsResult
  areas: readonly Area[]
  mostOpened: readonly string[]
  list: string | null
}

export default function Topics({ loaderData: { asked, claim, directory, site } }: Route.ComponentProps) {
  return (
    <div className="list">
      <div className="stack">
        <h1>{words.heading}</h1>
        <p>{claim} topics, free to read and free to use. No account needed.</p>
        <p>
          <a className="btn" href={href('/find-a-topic')}>
            Find a topic for me
          </a>
        </p>
      </div>
      <DeferredContent of={directory} skeleton={<CardsSkeleton />}>
        {(read) => (
          <Directory
            {...(read ?? {
              query: asked,
              courses: [],
              found: null,
              related: NONE_RELATED,
              areas: [],
              mostOpened: [],
              list: null,
            })}
            site={site}
          />
        )}
      </DeferredContent>
      <p className="small soft">
        Each topic says how many people, with which instrument and permission, for which programme, and why. Where a place is not
        safe, choose another.
      </p>
      <aside className="card row between">
        <div>
          <h2 className="h3">Your topic is not here?</h2>
          <p className="small soft">Ask for it. We look for materials on it and answer within 3-5 business days.</p>
        </div>
        <a className="btn" href={href('/request-a-topic')}>
          Request a topic
        </a>
      </aside>
    </div>
  )
}

function Directory({ query, courses, found, related, areas, mostOpened, list, site }: Read & { site: string }) {
  const { search, area, course } = query
  const pattern = escapePattern(search)
  const { topics, inside, total, page, pages } = found ?? { topics: [], inside: [], total: 0, page: 1, pages: 1 }
  return (
    <div className="list">
      <div className="stack">
        <TopicsForm search={search || course} area={area} areas={areas} list={list} />
        <div className="stack" id="subjects" hidden={search !== ''}>
          <nav className="stack" aria-label={`${areas.length} subject areas`}>
            {search === '' &&
              (area !== '' || course !== '' || page > 1 ? <AllSubjects areas={areas} /> : <Subjects areas={areas} />)}
          </nav>
          <MostOpened topics={mostOpened} />
        </div>
        {courses.length > 0 && <CourseHeading courses={courses} />}
        <p className="small soft" role="status">
          <b className="num" id="count">
            {found && countLine(total)}
          </b>
        </p>
        <TopicsReading query={query} related={related} />
      </div>
      <ul className="topics" id="topics">
        {topics.map((topic) => (
          <TopicRow
            key={topic.title}
            topic={topic}
            pattern={pattern}
            isExcerpt={search === '' && topics.length > 1}
            isOpen={total === 1}
          />
        ))}
      </ul>
      <RelatedTopics related={related} near={found?.whole === 0} />
      <InsideTopics topics={inside} related={related.topics} pattern={pattern} />
      <div id="none" hidden={total > 0}>
        <EmptyState title={words.nothing} hint={found ? words.nothingHint : words.unread}>
          <a className="btn go" id="again" href={topicsPath(query)} hidden={found !== null}>
            Try again
          </a>
          <a className="btn go" id="request" href={requestPath(search)} hidden={found === null}>
            Request this topic
          </a>
          <a className="btn" href={href('/topics-directory')} hidden={found === null}>
            Show all topics
          </a>
        </EmptyState>
      </div>
      <nav className="row" aria-label="Pages" id="more" hidden={pages === 1}>
        {page > 1 && (
          <a className="btn" href={topicsPath({ search, area, course })}>
            First page
          </a>
        )}
        {(page < pages || page === 1) && (
          <a className="btn" rel="next" href={topicsPath({ search, area, course, page: page + 1 })}>
            More topics
          </a>
        )}
      </nav>
      {area !== '' && (
        <p>
          <a href={alertPath({ subject: area })}>{`Tell me about new works in ${area}`}</a>
        </p>
      )}
      <RowTemplates />
      {found && topics.length + inside.length > 0 && <JsonLd data={directoryStructuredData(found, site)} />}
      <IslandScript name="topics" />
    </div>
  )
}
