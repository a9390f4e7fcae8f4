/** What of a material can be read before it is bought (docs/words.md), as stored, and as pages call it. */
export const openParts = [
  { stored: 'first_chapter', label: 'Chapter one', inSentence: 'chapter one' },
  { stored: 'introduction', label: 'Introduction', inSentence: 'the introduction' },
  { stored: 'abstract', label: 'Abstract', inSentence: 'the abstract' },
] as const

/** From so many words on, a text with the parts of chapter one is a first chapter; a shorter one is an introduction. */
export const FIRST_CHAPTER_WORDS = 600

/** What a material says, and what its preview and abstract hold. */
type Opened = { open_part: string | null; chapter_one_preview: string | null; abstract: string | null }

/**
 * Which part of a material is open: what its record says, or else what the length of its preview tells. Without a preview it is the abstract.
 * @returns null when there is nothing to read.
 */
export function openPartOf({ open_part, chapter_one_preview, abstract }: Opened): (typeof openParts)[number] | null {
  if (!chapter_one_preview) {
    return abstract ? named('abstract') : null
  }
  return named(open_part) ?? named(wordsIn(chapter_one_preview) >= FIRST_CHAPTER_WORDS ? 'first_chapter' : 'introduction')
}

const named = (stored: string | null) => openParts.find((part) => part.stored === stored) ?? null

const wordsIn = (markdown: string) => markdown.match(/[^\s\p{P}\p{S}]\S*/gu)?.length ?? 0
