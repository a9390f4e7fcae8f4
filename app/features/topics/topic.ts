// Shared by the server and the page's own small script, so that both find the same topics: no imports that weigh.

/** A line of the directory, in the order in which its card says it; null where nothing is stored. Without names it travels lightly. */
export type Topic = readonly [
  subjectArea: string | null,
  topic: string,
  description: string | null,
  uniqueSellingPoint: string | null,
]

/** Topics on a page of HTML, and how many more come at a time. */
export const PAGE_SIZE = 24

/**
 * Whether a topic is found: `search` stands, to the letter but for capitals, in one of its four texts (SPEC 2), and it is of `area`.
 * Empty means any.
 */
export function isFound(topic: Topic, search: string, area: string): boolean {
  return (
    (!area || topic[0]?.toLowerCase() === area.toLowerCase()) &&
    topic.some((text) => text?.toLowerCase().includes(search.toLowerCase()))
  )
}

/** 'N topics found' (SPEC 2); one is one. */
export function countLine(total: number): string {
  return `${total.toLocaleString('en')} topic${total === 1 ? '' : 's'} found`
}

/**
 * What to search the marketplace for, to find materials like a topic: its subject, since nobody wrote on the topic itself yet. The
 * marketplace takes 200 characters.
 */
export function likeIt([subjectArea, topic]: Topic): string {
  return (subjectArea ?? topic).slice(0, 200)
}
