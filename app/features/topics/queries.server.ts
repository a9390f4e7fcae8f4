import { href } from 'react-router'
import { createHash } from 'node:crypto'
import type { Client } from '#app/services/backend.server.ts'
import { programmes } from '#app/features/materials/programmes.ts'
import { publicCache } from '#app/platform/cache/cache.server.ts'
import { readAll } from '#app/platform/lists/pages.server.ts'
import { capitalised } from '#app/platform/text/strings.ts'
import { nearestTo } from './nearest.ts'
import type { TopicsQuery } from './schema.ts'
import { findInOrder, isFound, PAGE_SIZE, type Topic } from './topic.ts'

/** The maximum number of topics for filtering in the browser; above it the server runs each search. */
const MAX_IN_A_BROWSER = 1000

/** The number of topics that public.most_opened_topics returns. */
const MOST_OPENED = 5

/** A subject area, capitalised, and its number of topics. */
export type Area = { name: string; count: number }

export type Directory = {
  topics: Topic[]
  areas: Area[]
  /** Identifies this list: a changed list has another version. */
  version: string
}

/**
 * Returns the whole directory by topic (SPEC 7). It has a few hundred lines, so the process caches it and searches it
 * for exact matches, like the browser.
 * @throws if the backend failed.
 */
export function readDirectory(client: Client): Promise<Directory> {
  return publicCache.get('topics', async () => {
    const columns = 'topic, description, unique_selling_point, subject_area, programmes'
    return getDirectory(await readAll(() => client.from('topics_directory').select(columns), ['topic', 'id']))
  })
}

type TopicRow = {
  topic: string
  description: string | null
  unique_selling_point: string | null
  subject_area: string
  programmes: readonly string[]
}

/**
 * Builds the directory from its rows. Subject areas that differ only in case are one, with the first spelling,
 * capitalised.
 */
export function getDirectory(rows: readonly TopicRow[]): Directory {
  const areas = new Map<string, Area>()
  const getArea = (name: string): string => {
    const key = name.toLowerCase()
    const area = areas.get(key) ?? { name: capitalised(name), count: 0 }
    area.count += 1
    areas.set(key, area)
    return area.name
  }
  const topics = rows.map(({ topic, description, unique_selling_point, subject_area, programmes: named }): Topic => ({
    title: topic,
    area: subject_area ? getArea(subject_area) : null,
    level: programmes.flatMap(({ stored, label }) => (named.includes(stored) ? [label] : [])).join(' or ') || null,
    description: description || null,
    sellingPoint: unique_selling_point || null,
  }))
  return {
    topics,
    areas: [...areas.values()].toSorted((one, other) => one.name.localeCompare(other.name, 'en')),
    version: createHash('sha256').update(JSON.stringify(topics)).digest('base64url').slice(0, 12),
  }
}

/**
 * Returns the address of the whole list, or null if it is too long for a browser. The version allows it to be cached
 * permanently.
 */
export function listAddress({ topics, version }: Directory): string | null {
  return topics.length <= MAX_IN_A_BROWSER ? `${href('/topics-directory/all.json')}?v=${version}` : null
}

/**
 * Returns the topics that were opened most in the last four weeks, most first: MOST_OPENED, or none while fewer were opened.
 * @throws if the backend failed.
 */
export function readMostOpened(client: Client): Promise<string[]> {
  return publicCache.get('topics:most-opened', async () => {
    const { data } = await client.rpc('most_opened_topics').throwOnError()
    return data.length === MOST_OPENED ? data : []
  })
}

export type TopicPage = {
  topics: Topic[]
  /** The topics of this page that contain the search only inside longer words; they come last. */
  inside: Topic[]
  /** The number of topics, over all pages, that contain the search as a word. */
  whole: number
  /** Over all pages. */
  total: number
  /** The number of the page, from 1, and of all pages. */
  page: number
  pages: number
}

/** Returns one page of the matching topics. A page past the end is the first. */
export function findTopics(
  { topics }: Pick<Directory, 'topics'>,
  { search, area, page }: Pick<TopicsQuery, 'search' | 'area' | 'page'>,
): TopicPage {
  const { topics: found, whole } = findInOrder(topics, search, area)
  const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE))
  const at = page > pages ? 1 : page
  const [from, until] = [(at - 1) * PAGE_SIZE, at * PAGE_SIZE]
  return {
    topics: found.slice(from, Math.min(whole, until)),
    inside: found.slice(Math.max(whole, from), until),
    whole,
    total: found.length,
    page: at,
    pages,
  }
}

/** Returns the topics of courses: those of a subject area that they name, or with a word that they name. */
export function findCourseTopics(directory: Directory, courses: readonly { subjects: string }[]): Topic[] {
  const subjects = courses.flatMap(({ subjects: named }) => named.split(',').map((subject) => subject.trim()))
  return [
    ...new Set(
      subjects.filter(Boolean).flatMap((subject) => {
        const area = knownArea(directory, subject)
        const { topics, whole } = findInOrder(directory.topics, area ? '' : subject, area)
        return topics.slice(0, whole)
      }),
    ),
  ]
}

/** Topics beside a material: the closest of its subject area, and the area's number of topics. */
export type TopicsLike = { topics: string[]; area: Area }

/** The maximum number of topics on a material's page. */
const MAX_LIKE = 3

/**
 * Returns the topics of a material's subject area whose words are closest to its title, or null if the directory does
 * not have that area.
 * @throws if the backend failed.
 */
export async function topicsLike(
  client: Client,
  { title, subject_area }: { title: string; subject_area: string },
): Promise<TopicsLike | null> {
  const { topics, areas } = await readDirectory(client)
  const area = areas.find(({ name }) => name.toLowerCase() === subject_area.toLowerCase())
  if (!area) {
    return null
  }
  const titles = topics.filter((topic) => isFound(topic, '', area.name)).map((topic) => topic.title)
  return { topics: nearestTo(title, titles, MAX_LIKE), area }
}

/** Returns the area of an address in the directory's spelling, or '' if it is unknown. */
export function knownArea({ areas }: Directory, area: string): string {
  return areas.find(({ name }) => name.toLowerCase() === area.toLowerCase())?.name ?? ''
}
