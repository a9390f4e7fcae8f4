import type { FileMetadata } from '#app/services/reading.ts'
import { cutText } from '#app/platform/text/safe-text.ts'
import { type Block, getChapter, NUMBERS } from './chapters.ts'

const MAX_ABSTRACT_WORDS = 300
const MAX_LINES = 60
const MAX_LINE_CHARS = 200

const REFERENCES = /^(references|reference list|list of references|bibliography)\W*$/i
const APPENDIX = /^appendi(?:x|ces)\b/i
const APPENDIX_NUMBER = /^appendix(?:\s+([ivx]+|[a-z]|\d{1,2})\b)?/i
/** The names of an instrument in the title of its appendix. */
const INSTRUMENT =
  /\b(questionnaire|interview (?:guide|schedule)|guide|checklist|observation (?:form|schedule)|instrument|proforma)\b/i

/**
 * Reads from a text what a program can detect of the whole work: abstract, contents by chapters, whether the
 * appendices have the instrument, the number of references and the newest year. `opensWithChapter`: the first chapter
 * was found.
 */
export function getStudyDetails(blocks: readonly Block[], opensWithChapter: boolean): FileMetadata['studyDetails'] {
  const contents = getContents(blocks)
  return {
    abstract: getAbstract(blocks),
    preview_section: opensWithChapter ? 'first_chapter' : 'introduction',
    full_contents: contents,
    // Missing headings do not prove that there is no instrument, so the result is never false.
    instrument_included: contents?.some((line) => APPENDIX.test(line) && INSTRUMENT.test(line)) ? true : null,
    ...getReferences(blocks),
  }
}

/**
 * Returns the text below the heading "Abstract", up to its keywords or the next heading; at most 300 words, ending
 * with a sentence.
 */
function getAbstract(blocks: readonly Block[]): string | null {
  const start = blocks.findIndex(({ kind, text }) => kind === 'heading' && /^abstract\W*$/i.test(text))
  if (start === -1) {
    return null
  }
  const after = blocks.slice(start + 1)
  const end = after.findIndex(({ kind, text }) => kind === 'heading' || /^key ?words\b/i.test(text))
  const paragraphs = (end === -1 ? after.slice(0, 20) : after.slice(0, end)).map(({ text }) => text)
  const whole = paragraphs.join('\n\n')
  if (wordsIn(whole) <= MAX_ABSTRACT_WORDS) {
    return whole || null
  }
  const sentences = paragraphs.join(' ').match(/[^.!?]+[.!?]+(?:\s|$)/g) ?? []
  let cut = ''
  for (const sentence of sentences) {
    if (wordsIn(cut + sentence) > MAX_ABSTRACT_WORDS) {
      break
    }
    cut += sentence
  }
  return cut.trim() || null
}

/**
 * Returns chapters with their titles, the references and the appendices, by their headings; null when no chapter is
 * found.
 */
function getContents(blocks: readonly Block[]): string[] | null {
  const headings = blocks.filter(({ kind }) => kind === 'heading').map(({ text }) => text)
  const parts = new Map<string, Part>()
  for (const [at, heading] of headings.entries()) {
    const part = partAt(heading)
    if (part) {
      // A table of contents has the same headings and comes first. So the later place is used, with the title from
      // either.
      const title = part.title || parts.get(part.mark)?.title || titleBelow(headings[at + 1] ?? '')
      parts.delete(part.mark)
      parts.set(part.mark, { mark: part.mark, title: part.mark === 'References' ? '' : title })
    }
  }
  const lines = [...parts.values()].slice(0, MAX_LINES).map(named)
  return lines.some((line) => line.startsWith('Chapter')) ? lines : null
}

/** A numbered part of a work with its title, or '' without one. */
type Part = { mark: string; title: string }

function partAt(heading: string): Part | null {
  const chapter = getChapter(heading)
  if (chapter !== null) {
    return { mark: `Chapter ${NUMBERS[chapter - 1]}`, title: titleAfter(heading, /^\W*chapter\s+\w+/i) }
  }
  if (REFERENCES.test(heading)) {
    return { mark: 'References', title: '' }
  }
  const [beginning, number = ''] = heading.match(APPENDIX_NUMBER) ?? []
  return beginning === undefined
    ? null
    : { mark: `Appendix ${number.toUpperCase()}`.trim(), title: titleAfter(heading, APPENDIX_NUMBER) }
}

/** Returns the heading's text after its number, without the dots and page number of a table of contents. */
function titleAfter(heading: string, mark: RegExp): string {
  return heading
    .replace(mark, '')
    .replace(/[.\s…]+\d*$/, '')
    .replace(/^[\s:.–—-]+/, '')
}

/** Returns the title on the line below "CHAPTER TWO". A section's heading does not count. */
const titleBelow = (next: string) =>
  getChapter(next) !== null || /^\d/.test(next) || REFERENCES.test(next) || APPENDIX.test(next) ? '' : next

/** Formats "LITERATURE REVIEW" below "CHAPTER TWO" as "Chapter two: Literature review". */
function named({ mark, title }: Part): string {
  const plain = /\p{Ll}/u.test(title) ? title : capitalised(title.toLowerCase())
  return cutText(plain === '' ? mark : `${mark}: ${plain}`, MAX_LINE_CHARS)
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/**
 * Counts the entries below the last heading "References" by their years in brackets, as in APA. Null when there are
 * none.
 */
function getReferences(blocks: readonly Block[]): { reference_count: number | null; newest_reference_year: number | null } {
  const start = blocks.findLastIndex(({ kind, text }) => kind === 'heading' && REFERENCES.test(text))
  const after = start === -1 ? [] : blocks.slice(start + 1)
  const end = after.findIndex(({ kind, text }) => kind === 'heading' && APPENDIX.test(text))
  const text = (end === -1 ? after : after.slice(0, end)).map((block) => block.text).join('\n')
  const years = [...text.matchAll(/\(((?:19|20)\d\d)[a-z]?(?:,[^)]{0,30})?\)/g)].map(([, year]) => Number(year))
  const known = years.filter((year) => year <= new Date().getFullYear())
  return known.length === 0
    ? { reference_count: null, newest_reference_year: null }
    : { reference_count: years.length, newest_reference_year: Math.max(...known) }
}

const wordsIn = (text: string) => text.match(/\S+/g)?.length ?? 0
