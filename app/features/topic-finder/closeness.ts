import { cutText } from '#app/platform/text/safe-text.ts'
/** A title of the library beside a student's text. */
export type Close = {
  title: string
  /** Its address on the site. */
  path: string
  kind: 'work' | 'topic'
  /** True if both titles are the same but for capitals and punctuation. */
  isSame: boolean
  /** The significant words of the title, and how many of them are in the text. */
  words: number
  shared: number
}

const MAX_CLOSE = 8
/** The least share of words that is worth showing. */
const MIN_SHARE = 0.4
/** Words of which every other title has some. */
const COMMON = new Set(
  'among state with from their nursing nurses study hospital teaching attending selected general health students towards using that this have were which was are the and for into between'.split(
    ' ',
  ),
)

/** Returns the titles that share most words with a text, the closest first. */
export function findClose(text: string, titles: readonly Pick<Close, 'title' | 'path' | 'kind'>[]): Close[] {
  const wanted = new Set(getWords(text))
  const plain = getPlain(text)
  return titles
    .map((known): Close & { share: number } => {
      const words = getWords(known.title)
      const shared = words.filter((word) => wanted.has(word)).length
      // A short title is close to a long one that contains it.
      const share = shared / Math.min(words.length, wanted.size)
      return { ...known, isSame: getPlain(known.title) === plain, words: words.length, shared, share }
    })
    .filter(({ isSame, shared, share }) => isSame || (shared >= 2 && share >= MIN_SHARE))
    .toSorted((one, other) => Number(other.isSame) - Number(one.isSame) || other.share - one.share || other.shared - one.shared)
    .slice(0, MAX_CLOSE)
    .map(({ share: _share, ...close }) => close)
}

/** Returns the significant words of a text for a search, the most frequent first, within the search's 200 characters. */
export function getSearchWords(text: string): string {
  if (text.length <= 200) {
    return text
  }
  const counts = new Map<string, number>()
  for (const word of text.toLowerCase().match(/[\p{L}-]{4,}/gu) ?? []) {
    if (!COMMON.has(word)) {
      counts.set(word, (counts.get(word) ?? 0) + 1)
    }
  }
  const words = [...counts].toSorted(([, one], [, other]) => other - one).slice(0, 12)
  return cutText(words.map(([word]) => word).join(' '), 200)
}

/** Returns a title as reviewers compare it: without capitals and punctuation. */
const getPlain = (text: string) => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')

/** Returns the significant words, in the singular. */
function getWords(text: string): string[] {
  const words = (text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []).filter((word) => !COMMON.has(word))
  return [...new Set(words.map((word) => word.replace(/(?<=[^s]{3})s$/, '')))]
}
