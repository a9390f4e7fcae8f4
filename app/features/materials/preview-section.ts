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

/** Returns the number of words of a Markdown text. */
export const wordsIn = (markdown: string) => markdown.match(/[^\s\p{P}\p{S}]\S*/gu)?.length ?? 0

/** A line of the contents that is part of a chapter, such as "2.1 Pain". */
const IS_SECTION = /^\d+\.\d/

/**
 * Returns the lines of the contents, without sections, that are not in the open part. `headings` are those of the open
 * part. It ends within a chapter if it is only an introduction.
 */
export function getLockedContents(
  material: Opened & { full_contents: readonly string[] | null },
  headings: readonly string[],
): string[] {
  const open = getPreviewSection(material)?.label.toLowerCase() ?? ''
  return (material.full_contents ?? []).flatMap((line) => {
    const title = line
      .replace(/^CHAPTER ([A-Z]+)\s*:?\s*/, (_start, number: string) => `Chapter ${number.toLowerCase()}: `)
      .replace(/: $/, '')
    const isOpen = headings.includes(line)
    const isChapter = /^chapter\b/i.test(title)
    return IS_SECTION.test(line) || new RegExp(`^${open}(?:$|[:. (])`, 'i').test(title) || (isOpen && !isChapter)
      ? []
      : [isOpen ? `${title}, the rest` : title]
  })
}
