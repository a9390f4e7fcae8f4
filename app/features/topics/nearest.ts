/**
 * Returns the `max` topics whose words are closest to a title. A shared word counts more if fewer topics have it:
 * 'hypertension' is significant, 'State' is not. Equal topics retain their order.
 */
export function nearestTo(title: string, topics: readonly string[], max: number): string[] {
  const wanted = getWords(title)
  const sharedWords = topics.map((topic) => [...getWords(topic)].filter((word) => wanted.has(word)))
  const holders = new Map<string, number>()
  for (const word of sharedWords.flat()) {
    holders.set(word, (holders.get(word) ?? 0) + 1)
  }
  const nearness = sharedWords.map((words) => words.reduce((sum, word) => sum + 1 / (holders.get(word) ?? 1), 0))
  return topics
    .map((topic, at) => ({ topic, near: nearness[at] ?? 0 }))
    .toSorted((one, other) => other.near - one.near)
    .slice(0, max)
    .map(({ topic }) => topic)
}

/** Returns the words of a title in lower case, without those of up to three letters, which are mostly grammar. */
function getWords(title: string): Set<string> {
  return new Set(title.toLowerCase().match(/[\p{L}\p{M}]{4,}/gu))
}
