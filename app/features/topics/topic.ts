// Shared by the server and the page's own small script, so that both find the same topics. Do not add large imports.

/**
 * A line of the directory, in the order of its card; null if nothing is stored. It is an array, because property names
 * would enlarge the list.
 */
export type Topic = readonly [
  subjectArea: string | null,
  topic: string,
  description: string | null,
  uniqueSellingPoint: string | null,
]

/** The number of topics on a page of HTML, and of those added at a time. */
export const PAGE_SIZE = 24

/**
 * Returns true if one of the topic's four texts contains `search`, ignoring case (SPEC 2), and it is of `area`. Empty
 * means any.
 */
export function isFound(topic: Topic, search: string, area: string): boolean {
  return (
    (!area || topic[0]?.toLowerCase() === area.toLowerCase()) &&
    topic.some((text) => text?.toLowerCase().includes(search.toLowerCase()))
  )
}

/** Returns 'N topics found' (SPEC 2), with a singular. */
export function countLine(total: number): string {
  return `${total.toLocaleString('en')} topic${total === 1 ? '' : 's'} found`
}

/**
 * Returns the marketplace search for materials like a topic: its subject, because there is rarely a work on the topic
 * itself. The marketplace accepts 200 characters.
 */
export function relatedSearch([subjectArea, topic]: Topic): string {
  return (subjectArea ?? topic).slice(0, 200)
}
