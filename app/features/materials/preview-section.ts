/** The open parts of a material (docs/glossary.md): stored value and label. */
export const previewSections = [
  { stored: 'first_chapter', label: 'Chapter one', inSentence: 'chapter one' },
  { stored: 'introduction', label: 'Introduction', inSentence: 'the introduction' },
  { stored: 'abstract', label: 'Abstract', inSentence: 'the abstract' },
] as const

/** The minimum length in words of a first chapter; a shorter text is an introduction. */
export const FIRST_CHAPTER_WORDS = 600

/** The stored open part, the preview and the abstract of a material. */
type Opened = { preview_section: string | null; chapter_one_preview: string | null; abstract: string | null }

/**
 * Returns the open part of a material: the stored one, or else one by the length of its preview. Without a preview it
 * is the abstract.
 * @returns null if there is nothing to read.
 */
export function getPreviewSection({
  preview_section,
  chapter_one_preview,
  abstract,
}: Opened): (typeof previewSections)[number] | null {
  if (!chapter_one_preview) {
    return abstract ? named('abstract') : null
  }
  return named(preview_section) ?? named(wordsIn(chapter_one_preview) >= FIRST_CHAPTER_WORDS ? 'first_chapter' : 'introduction')
}

const named = (stored: string | null) => previewSections.find((part) => part.stored === stored) ?? null

const wordsIn = (markdown: string) => markdown.match(/[^\s\p{P}\p{S}]\S*/gu)?.length ?? 0
