import { createHash } from 'node:crypto'
import type { Client } from '#app/platform/process/backend.server.ts'
import { publicCache } from '#app/platform/cache/cache.server.ts'
import { capitalised } from '#app/platform/text/strings.ts'
import { nearestTo } from './nearest.ts'
import type { TopicsQuery } from './schema.ts'
import { isFound, PAGE_SIZE, type Topic } from './topic.ts'

/** Up to so many topics a browser is given the whole list; above it each search is the server's. */
const MAX_IN_A_BROWSER = 1000
/** Rows a read; a hosted backend gives no more at once. */
const ROWS = 1000

/** A subject area, with a capital in front, and how many topics it has. */
export type Area = { name: string; count: number }

export type Directory = {
  topics: Topic[]
  areas: Area[]
  /** Says which list this is: another list has another. */
  version: string
}

/**
 * The whole directory by topic (SPEC 7). It is some hundred lines, so the process keeps it whole and searches it as the browser does,
 * to the letter.
 * @throws when the backend failed.
 */
export function readDirectory(client: Client): Promise<Directory> {
  return publicCache.get('topics', async () => {
    const rows: TopicRow[] = []
    for (let whole = false; !whole;) {
      const { data } = await client
        .from('topics_directory')
        .select('topic, description, unique_selling_point, subject_area')
        .order('topic')
        .range(rows.length, rows.length + ROWS - 1)
        .throwOnError()
      whole = data.length < ROWS
      rows.push(...data)
    }
    return getDirectory(rows)
  })
}

type TopicRow = { topic: string; description: string | null; unique_selling_point: string | null; subject_area: string }

/** Makes the directory of its rows. Subject areas that differ only in their capitals are one, with the first spelling, capitalised. */
export function getDirectory(rows: readonly TopicRow[]): Directory {
  const areas = new Map<string, Area>()
  const getArea = (name: string): string => {
    const key = name.toLowerCase()
    const area = areas.get(key) ?? { name: capitalised(name), count: 0 }
    area.count += 1
    areas.set(key, area)
    return area.name
  }
  const topics = rows.map(({ topic, description, unique_selling_point, subject_area }): Topic => [
    subject_area ? getArea(subject_area) : null,
    topic,
    description || null,
    unique_selling_point || null,
  ])
  return {
    topics,
    areas: [...areas.values()].toSorted((one, other) => one.name.localeCompare(other.name, 'en')),
    version: createHash('sha256').update(JSON.stringify(topics)).digest('base64url').slice(0, 12),
  }
}

/** Where a browser gets the whole list; null when it is too long for one. The version lets it be kept for as long as it is true. */
export function listAddress({ topics, version }: Directory): string | null {
  return topics.length <= MAX_IN_A_BROWSER ? `/topics-directory/all.json?v=${version}` : null
}

export type TopicPage = {
  topics: Topic[]
  /** Over all pages. */
  total: number
  /** Which page it is, from 1, and how many there are. */
  page: number
  pages: number
}

/** One page of the topics that are found. A page past the end is the first. */
export function findTopics({ topics }: Directory, { search, area, page }: TopicsQuery): TopicPage {
  const found = topics.filter((topic) => isFound(topic, search, area))
  const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE))
  const at = page > pages ? 1 : page
  return { topics: found.slice((at - 1) * PAGE_SIZE, at * PAGE_SIZE), total: found.length, page: at, pages }
}

/** Topics beside a material: the nearest of its subject area, and how many that area has. */
export type TopicsLike = { topics: string[]; area: Area }

/** Topics that a material's page shows. */
const MAX_LIKE = 3

/**
 * The topics of a material's subject area whose words come nearest to its title; null when the directory has none of that area.
 * @throws when the backend failed.
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
  const titles = topics.filter((topic) => isFound(topic, '', area.name)).map(([, topic]) => topic)
  return { topics: nearestTo(title, titles, MAX_LIKE), area }
}

/** The area an address names, as the directory writes it; empty when it has none such. */
export function knownArea({ areas }: Directory, area: string): string {
  return areas.find(({ name }) => name.toLowerCase() === area.toLowerCase())?.name ?? ''
}
