import { type Block, getChapter } from './chapters.ts'

/** A title page has fewer blocks than this. */
const MAX_BLOCKS = 40
const MAX_TITLE_CHARS = 400
const [MIN_TITLE_WORDS, MAX_TITLE_WORDS] = [4, 40]
/** The first line after the title page. */
const NEXT_PART =
  /^(abstract|certification|declaration|dedication|acknowledge?ments?|approval|(table of )?contents|list of (tables|figures)|introduction|background|preface)\b/i
/** A line above the title: the institution, or what the page is called. */
const INSTITUTION =
  /\b(university|college|school|faculty|department|institute|polytechnic|hospital|council|ministry|state|nigeria)\b/i
const MAX_INSTITUTION_WORDS = 8
const PAGE_NAME = /^(title|cover) page\W*$/i
/** The line below the title: its author, or what the work was submitted for. */
const AUTHOR =
  /^((written|presented|prepared|submitted|done)\s+)?by\b\W|^by\W*$|\b(submitted|presented) (to|in|by)\b|\bpartial fulfil|^(matric|reg|index|exam)\w*\W|^name\W|^supervis/i
const KIND_OF_WORK =
  /^(an?|being an?)\s+(\w+\s+){0,3}(project|report|seminar|paper|proposal|thesis|dissertation|care study|case study)( report| paper| work)?\W*$/i
const MONTH_AND_YEAR =
  /\b(?:january|february|march|april|may|june|july|august|september|october|november|december)\b\W{0,3}(?:\d{1,2}\w{0,2}\W{1,3})?(20\d\d)\W*$/i

/** A line of single letters, as a program reads a label whose letters are spaced: H A N D O U T. */
const SPACED_LETTERS = /^(\S{1,2} ){3,}\S{1,2}$/u
/** A title that a program wrote into a document automatically. */
const FILE_NAME = /^(microsoft |untitled|document ?\d)|\.(docx?|pdf|pptx?|odt)$/i

/** Returns the title and the year that a work's title page states; null for what it does not state clearly. */
export function getTitlePage(blocks: readonly Block[]): { title: string | null; year: number | null } {
  const end = blocks.findIndex(({ text }) => getChapter(text) !== null || NEXT_PART.test(text))
  const page = blocks.slice(0, Math.min(end === -1 ? MAX_BLOCKS : end, MAX_BLOCKS))
  return { title: getTitle(page), year: getYear(page) }
}

function getTitle(page: readonly Block[]): string | null {
  const start = page.findIndex(({ text }) => !isAboveTitle(text))
  const first = page[start]
  if (!first || isBelowTitle(first.text)) {
    return null
  }
  const lines = [first.text]
  // A long title is set on several lines of one kind.
  for (const { kind, text } of page.slice(start + 1)) {
    if (kind !== 'heading' || first.kind !== 'heading' || isBelowTitle(text) || isCapitals(text) !== isCapitals(first.text)) {
      break
    }
    lines.push(text)
  }
  const title = lines.join(' ').replace(/[\s.]+$/, '')
  const words = countWords(title)
  // A whole sentence is not a title but the text of a work without a title page.
  const isSentence = first.kind === 'text' && /[.;,]$/.test(first.text)
  return words >= MIN_TITLE_WORDS && words <= MAX_TITLE_WORDS && title.length <= MAX_TITLE_CHARS && !isSentence ? title : null
}

function isAboveTitle(text: string): boolean {
  return (
    PAGE_NAME.test(text) ||
    SPACED_LETTERS.test(text) ||
    KIND_OF_WORK.test(text) ||
    (INSTITUTION.test(text) && countWords(text) <= MAX_INSTITUTION_WORDS)
  )
}

/** Returns the title in a document's properties if it can be that of a work, or null. */
export function getStatedTitle(stated: unknown): string | null {
  const title = typeof stated === 'string' ? stated.replaceAll(/\s+/g, ' ').trim() : ''
  const words = countWords(title)
  const isTitle = words >= MIN_TITLE_WORDS && words <= MAX_TITLE_WORDS && title.length <= MAX_TITLE_CHARS
  return isTitle && !FILE_NAME.test(title) ? title : null
}

function isBelowTitle(text: string): boolean {
  return AUTHOR.test(text) || KIND_OF_WORK.test(text) || MONTH_AND_YEAR.test(text)
}

/** Returns the year of the last date, because the date of the work is at the foot of its title page. */
function getYear(page: readonly Block[]): number | null {
  const years = page.flatMap(({ text }) => {
    const [, year] = text.match(MONTH_AND_YEAR) ?? text.match(/^(20\d\d)\W*$/) ?? []
    return year ? [Number(year)] : []
  })
  return years.at(-1) ?? null
}

const isCapitals = (text: string) => !/\p{Ll}/u.test(text)
const countWords = (text: string) => text.match(/\S+/g)?.length ?? 0
