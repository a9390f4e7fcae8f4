// Shared by the server and the page's own small script, so that both find the same topics. Do not add large imports.

/** A topic of the directory; null if nothing is stored. The properties are in the order of its row. */
export type Topic = {
  title: string
  area: string | null
  /** The programmes of the topic: 'ND or HND'. */
  level: string | null
  description: string | null
  sellingPoint: string | null
}

/** Returns the four stored texts as lines, so that no word continues in the next text. */
const getText = (topic: Topic) => Object.values({ ...topic, level: '' }).join('\n')

/** The number of topics on a page of HTML, and of those added at a time. */
export const PAGE_SIZE = 20

/**
 * Returns true if one of the topic's four texts contains `search`, ignoring case (SPEC 2), and it is of `area`. Empty
 * means any.
 */
export function isFound(topic: Topic, search: string, area: string): boolean {
  return (
    (!area || topic.area?.toLowerCase() === area.toLowerCase()) && getText(topic).toLowerCase().includes(search.toLowerCase())
  )
}

/** Topics that are related to a search, and how it was read. */
export type RelatedTopics = {
  /** Their heading: related ones, or if there are none the closest by similar words. */
  heading: string
  topics: Topic[]
  /** The regular expression of what matched in them. */
  pattern: string
  /** The search that may be meant, or ''. */
  meant: string
  /** The thesaurus entries that were searched too: 'hypertension (HTN)', or ''. */
  also: string
  /** The programmes whose topics come first, or ''. */
  first: string
  /** The words for a kind, price or year, which topics do not have, so that they were not searched; or ''. */
  unsearched: string
  /** The search without both. */
  without: string
}

/** No related topics. */
export const NONE_RELATED: RelatedTopics = {
  heading: '',
  topics: [],
  pattern: '',
  meant: '',
  also: '',
  first: '',
  unsearched: '',
  without: '',
}

/** Found topics in their order, and how many of them contain the search as a word of its own. */
export type FoundTopics = { topics: Topic[]; whole: number }

/**
 * Returns the topics that contain `search` (isFound): those whose title has it as a word first, then those whose other
 * texts do, and those that only contain it inside longer words last, as ANC is in ANCOVA.
 */
export function findInOrder(topics: readonly Topic[], search: string, area: string): FoundTopics {
  const pattern = getWordPattern(search)
  const found = topics.filter((topic) => isFound(topic, search, area))
  const inTitle = found.filter((topic) => pattern.test(topic.title))
  const inText = found.filter((topic) => pattern.test(getText(topic)))
  const whole = new Set([...inTitle, ...inText])
  return { topics: [...new Set([...whole, ...found])], whole: whole.size }
}

/** Returns a regular expression that matches `search` literally. */
export const escapePattern = (search: string) => search.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)

/** Splits a text at whole words that a pattern matches: every second piece is one. An empty pattern matches nothing. */
export const splitMatches = (text: string, pattern: string) => text.split(new RegExp(`(\\S*(?:${pattern || '$^'})\\S*)`, 'iu'))

/**
 * Returns a pattern that matches `search` as a word; from four letters on also the beginning of a word. A lookbehind
 * would be shorter, but Safari has none before 16.4.
 */
export function getWordPattern(search: string): RegExp {
  const escaped = escapePattern(search)
  const other = String.raw`[^\p{L}\p{N}])`
  const before = /^[\p{L}\p{N}]/u.test(search) ? `(^|${other}` : ''
  const after = /^[\p{L}\p{N}]{1,3}$/u.test(search) ? `s?($|${other}` : ''
  return new RegExp(before + escaped + after, 'iu')
}

/** Returns 'N topics found' (SPEC 2), with a singular. */
export const countLine = (total: number) => `${total.toLocaleString('en')} topic${total === 1 ? '' : 's'} found`

/**
 * Returns the marketplace search for materials like a topic: its subject, because there is rarely a work on the topic
 * itself. The marketplace accepts 200 characters.
 */
export function relatedSearch({ area, title }: Topic): string {
  return (area ?? title).slice(0, 200)
}
