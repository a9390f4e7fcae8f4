import type { FileMetadata } from '#app/services/reading.ts'
import { cutText } from '#app/platform/text/safe-text.ts'
import { type Block, getChapter } from './chapters.ts'
import { getTitlePage } from './title-page.ts'
import { getStudyDetails } from './whole-work.ts'

const MAX_HEADINGS = 60
const MAX_HEADING_CHARS = 200
/**
 * The preview of a material allows 100,000 characters. A first chapter has a tenth of that, and no buyer reads more
 * before buying.
 */
const MAX_CHAPTER_CHARS = 60_000
/** Length of the preview of a work without chapters, in characters. */
const BEGINNING_CHARS = 6000

/** Returns true if a line looks like a heading: a chapter, a number and a title, or capitals throughout. */
export function looksLikeHeading(line: string): boolean {
  const words = line.split(/\s+/).length
  if (line.length > 120 || words > 14 || /[.;,]$/.test(line)) {
    return false
  }
  return (
    getChapter(line) !== null ||
    /^\d{1,2}(\.\d{1,2}){1,3}\.?\s+\p{Lu}/u.test(line) ||
    (/\p{Lu}{3}/u.test(line) && !/\p{Ll}/u.test(line)) ||
    /^(introduction|background to the study|statement of (the )?problem|abstract|references|conclusion|summary|recommendations?)$/i.test(
      line,
    )
  )
}

/** Returns the metadata of a text. `note` is set when it was not read to the end. */
export function getDetails(blocks: readonly Block[], pages: number | null, note: string | null): FileMetadata {
  const words = blocks.reduce((sum, { text }) => sum + (text.match(/\S+/g)?.length ?? 0), 0)
  if (words === 0) {
    return {
      title: null,
      year: null,
      pages,
      words: 0,
      headings: [],
      firstChapter: null,
      studyDetails: null,
      note: note ?? 'There is no text in it that a program can read. It may be made of scanned pictures.',
    }
  }
  const headings = blocks.filter(({ kind }) => kind === 'heading').map(({ text }) => cutText(text, MAX_HEADING_CHARS))
  const chapter = firstChapter(blocks)
  const opening = chapter ?? firstSection(blocks)
  return {
    ...getTitlePage(blocks),
    pages,
    words,
    headings: headings.filter((heading, at) => heading !== headings[at - 1]).slice(0, MAX_HEADINGS),
    firstChapter: getMarkdown(opening ?? beginning(blocks)),
    studyDetails: getStudyDetails(blocks, chapter !== null),
    note: note ?? (opening ? null : 'No first chapter was found by its heading; below is how the text begins.'),
  }
}

/** Returns the blocks from the heading of chapter one to that of the next chapter, or to the end. */
function firstChapter(blocks: readonly Block[]): readonly Block[] | null {
  const chapters = blocks.map(({ text }) => (text.length <= 150 ? getChapter(text) : null))
  return findStretch(blocks, {
    starts: (at) => chapters[at] === 1,
    getEnd(start) {
      const next = chapters.findIndex((chapter, at) => at > start && chapter !== null)
      return next === -1 ? blocks.length : next
    },
  })
}

const FIRST_SECTION = /^(?:1(?:\.0)?\.?\s+\p{L}.*|introduction|background(?: (?:to|of) the study)?)$/iu
const SECOND_SECTION =
  /^(?:2(?:\.0)?\.?\s+\p{L}.*|(?:review of )?(?:the )?(?:related )?literature(?: review)?|(?:research )?methodology|(?:materials and )?methods)$/iu

/**
 * Returns the blocks from the heading of the introduction to that of the next section, of a work without chapters. Null
 * without a next section, because the whole work is not free.
 */
function firstSection(blocks: readonly Block[]): readonly Block[] | null {
  const isHeading = (block: Block | undefined, pattern: RegExp) => block?.kind === 'heading' && pattern.test(block.text)
  return findStretch(blocks, {
    starts: (at) => isHeading(blocks[at], FIRST_SECTION),
    getEnd: (start) => blocks.findIndex((block, at) => at > start && isHeading(block, SECOND_SECTION)),
  })
}

type Stretch = { starts(at: number): boolean; getEnd(start: number): number }

/**
 * Returns the longest stretch of blocks after a starting heading, or null if it has fewer than 200 characters. `getEnd`
 * returns -1 for a stretch without an end. A table of contents has the headings too, with little between them.
 */
function findStretch(blocks: readonly Block[], { starts, getEnd }: Stretch): readonly Block[] | null {
  let best: readonly Block[] = []
  for (const start of blocks.keys()) {
    const end = starts(start) ? getEnd(start) : -1
    const stretch = end === -1 ? [] : blocks.slice(start + 1, end)
    if (getCharacters(stretch) > getCharacters(best)) {
      best = stretch
    }
  }
  return getCharacters(best) >= 200 ? best : null
}

function beginning(blocks: readonly Block[]): readonly Block[] {
  let characters = 0
  const end = blocks.findIndex(({ text }) => (characters += text.length) > BEGINNING_CHARS)
  return blocks.slice(0, end === -1 ? blocks.length : Math.max(end, 1))
}

function getCharacters(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { text }) => sum + text.length, 0)
}

/** Converts headings, paragraphs and lists to Markdown, and escapes Markdown's own characters. */
function getMarkdown(blocks: readonly Block[]): string {
  let markdown = ''
  let last: Block['kind'] | null = null
  for (const { kind, text } of blocks) {
    const plain = text
      .replaceAll(/\s+/g, ' ')
      .trim()
      .replaceAll(/[\\`*_[\]<>|]/g, '\\$&')
      .replace(/^(#{1,6}|[-+]|\d+[.)]) /, (sign) => `\\${sign}`)
    const written =
      kind === 'heading' ? `### ${plain}` : kind === 'item' ? `- ${plain}` : plain.replace(/^\\(\d+)([.)])/, '$1\\$2')
    if (markdown.length + written.length > MAX_CHAPTER_CHARS) {
      break
    }
    markdown += markdown === '' ? written : (kind === 'item' && last === 'item' ? '\n' : '\n\n') + written
    last = kind
  }
  return markdown
}
