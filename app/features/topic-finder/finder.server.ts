import type { Client } from '#app/services/backend.server.ts'
import { findMaterials } from '#app/features/search/queries.server.ts'
import { parseMarketplaceQuery } from '#app/features/search/schema.ts'
import { previewPath } from '#app/features/materials/preview-path.ts'
import { topicPath } from '../topics/addresses.ts'
import { type Directory, knownArea, readDirectory } from '../topics/queries.server.ts'
import { topicsNear } from '../topics/related.server.ts'
import { findInOrder, isFound, type Topic } from '../topics/topic.ts'
import { type Close, findClose, getSearchWords } from './closeness.ts'
import { getOutlineExample, type OutlineExample } from './outline.ts'
import type { FinderQuery } from './schema.ts'
import { pickExample, type Suggestion, suggestTopics } from './suggest.ts'

/** The works of the shop in the subject area of a topic: their number, and up to two close titles. */
export type InShop = { area: string; works: number; closest: { title: string; path: string }[] }
export type Found = {
  suggestions: (Suggestion & { shop: InShop | null })[]
  areas: string[]
  /** A topic as an example of the answer, or null once the student has filled in something. */
  example: (Suggestion & { outline: OutlineExample }) | null
}

/**
 * Returns topics for the choices of a student, each with what the shop has for it.
 * @throws if the backend failed.
 */
export async function findForStudent(client: Client, asked: FinderQuery): Promise<Found> {
  const directory = await readDirectory(client)
  const query = { ...asked, area: knownArea(directory, asked.area) }
  const suggestions = suggestTopics(await listCandidates(client, directory, query), query)
  return {
    suggestions: await Promise.all(suggestions.map(async (found) => ({ ...found, shop: await readShop(client, found.topic) }))),
    areas: directory.areas.map(({ name }) => name),
    example: Object.values(asked).every((value) => value === '') ? getExample(directory) : null,
  }
}

function getExample({ topics }: Directory): Found['example'] {
  const picked = pickExample(topics)
  const outline = picked && getOutlineExample(picked.topic)
  return outline && { ...picked, outline }
}

/** Returns the topics to choose from, the closest to the words of interest first. None without any choice. */
async function listCandidates(client: Client, directory: Directory, query: FinderQuery): Promise<Topic[]> {
  const { interest, area, programme, place } = query
  const ofArea = directory.topics.filter((topic) => isFound(topic, '', area))
  if (interest === '') {
    return area || programme || place ? ofArea : []
  }
  const { topics, whole } = findInOrder(directory.topics, interest, area)
  const { topics: near } = await topicsNear(client, directory, { search: interest, area, page: 1, typed: false })
  // An area is a choice of its own: its other topics fill the list.
  return [...new Set([...topics.slice(0, whole), ...near, ...topics, ...(area ? ofArea : [])])]
}

async function readShop(client: Client, { area, title }: Topic): Promise<InShop | null> {
  if (!area) {
    return null
  }
  const { materials, total } = await findMaterials(client, parseMarketplaceQuery(new URLSearchParams({ area })))
  const works = materials.map((material) => ({ title: material.title, path: previewPath(material.slug), kind: 'work' as const }))
  return { area, works: total, closest: findClose(title, works).slice(0, 2) }
}

/**
 * Returns the titles of published works and topics that are close to a student's title or abstract.
 * @throws if the backend failed.
 */
export async function findCloseTitles(client: Client, text: string): Promise<Close[]> {
  const search = getSearchWords(text)
  const [{ topics }, { materials, nearly }] = await Promise.all([
    readDirectory(client),
    findMaterials(client, parseMarketplaceQuery(new URLSearchParams({ search }))),
  ])
  return findClose(text, [
    ...[...materials, ...nearly].map(({ title, slug }) => ({ title, path: previewPath(slug), kind: 'work' as const })),
    ...topics.map(({ title }) => ({ title, path: topicPath(title), kind: 'topic' as const })),
  ])
}

/**
 * Returns a topic of the directory by its title, or null.
 * @throws if the backend failed.
 */
export async function findTopic(client: Client, title: string): Promise<Topic | null> {
  const { topics } = await readDirectory(client)
  return topics.find((topic) => topic.title === title) ?? null
}
