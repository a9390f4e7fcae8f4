import type { SampleContent } from '#server/seed/sample-content.ts'
import { isFirstChapter } from './first-chapter.ts'
import { dishonestyIn } from './honesty.ts'
import { getWords } from './text.ts'

type Work = SampleContent['materials'][number]
type Message = Exclude<keyof Work['head'], 'title' | 'category' | 'subject_area' | 'pages' | 'year_of_study' | 'price'>

/** Minimum number of words of an abstract. A shorter one cannot state question, participants, method and result. */
const SHORTEST_ABSTRACT = 80
const FEWEST_REFERENCES = 10
/** Maximum age in years of the newest reference when the work was written. */
const RECENT = 5

const CHAPTERS = ['one', 'two', 'three', 'four', 'five']
/** Number of chapters by category (the council's format); a proposal ends before the results. */
const CHAPTERS_OF: Partial<Record<Work['head']['category'], number>> = { research_project: 5, thesis: 5, proposal: 3 }

/** Fields that are required in every category. */
const OF_EVERY_WORK: Message[] = [
  'abstract',
  'preview_section',
  'full_contents',
  'programme',
  'reference_count',
  'newest_reference_year',
]
/** Fields of a work with its own method; a seminar has none. */
const OF_EVERY_STUDY: Message[] = ['instrument_included', 'design', 'population_and_sample', 'instrument']

/**
 * Returns the fields that a sample work lacks, as 'file:line: what'. A real work may have only the known fields; a
 * sample shows all of them.
 */
export function untold({ head, body, file, lines }: Work): string[] {
  const isStudy = head.category !== 'seminar'
  const asked: Message[] = [
    ...OF_EVERY_WORK,
    ...(isStudy ? OF_EVERY_STUDY : []),
    ...(isStudy && head.category !== 'client_care_study' ? (['analysis'] as const) : []),
  ]
  const missing = asked.filter((name) => head[name] === undefined)
  return [
    ...(missing.length > 0 ? [`${file}:1: does not say its ${missing.join(', ')}`] : []),
    ...(head.format === undefined ? [] : [`${file}:${lines.format}: a sample has no file, so it has no format`]),
    ...(head.category !== 'client_care_study' || saysItIsComposed(body)
      ? []
      : [`${file}:${lines.body}: does not say at its head that the client is composed for teaching`]),
  ]
}

/** Returns true if a care study states within its first hundred words that its client is not a real person. */
function saysItIsComposed(body: string): boolean {
  return /\b(composed|imagined|invented)\b/.test(getWords(body).slice(0, 100).join(' '))
}

/** Returns the faults in a sample work's fields: they contradict its text or each other, or are not honest. */
export function studyDetailsErrors({ head, body, file, lines }: Work): string[] {
  const at = (key: string, what: string) => `${file}:${lines[key] ?? 1}: ${what}`
  const open = isFirstChapter(body) ? 'first_chapter' : 'introduction'
  const abstractWords = getWords(head.abstract ?? '').length
  const { newest_reference_year: newest, year_of_study: year } = head
  return [
    ...(head.preview_section === undefined || head.preview_section === open
      ? []
      : [at('preview_section', `says that ${head.preview_section} is open; the text below is ${open}, by its length`)]),
    ...(head.abstract === undefined || abstractWords >= SHORTEST_ABSTRACT
      ? []
      : [at('abstract', `the abstract has ${abstractWords} words; it has at least ${SHORTEST_ABSTRACT}`)]),
    ...(head.full_contents ? contentsFaults(head, head.full_contents).map((fault) => at('full_contents', fault)) : []),
    ...(head.reference_count === undefined || head.reference_count >= FEWEST_REFERENCES
      ? []
      : [at('reference_count', `${head.reference_count} references; a work has at least ${FEWEST_REFERENCES}`)]),
    ...(newest === undefined || (newest <= year && newest >= year - RECENT)
      ? []
      : [
          at(
            'newest_reference_year',
            `the newest reference is of ${newest}; a work of ${year} has one of its last ${RECENT} years`,
          ),
        ]),
    ...(['abstract', 'full_contents', 'design', 'population_and_sample', 'instrument', 'analysis'] as const).flatMap((key) =>
      [head[key] ?? []]
        .flat()
        .flatMap((text) => dishonestyIn(text) ?? [])
        .map((fault) => at(key, fault)),
    ),
    ...(['design', 'population_and_sample', 'instrument', 'analysis'] as const).flatMap((key) =>
      head[key] === undefined || /[.?]$/.test(head[key])
        ? []
        : [at(key, 'is no whole sentence: it does not end with a full stop')],
    ),
  ]
}

function contentsFaults({ category, pages, instrument_included }: Work['head'], contents: string[]): string[] {
  const chapters = contents.flatMap((line) => line.match(/^chapter (\w+)\b/i)?.[1]?.toLowerCase() ?? [])
  const wanted = CHAPTERS.slice(0, CHAPTERS_OF[category] ?? 0)
  const counted = contents.reduce((sum, line) => sum + Number(line.match(/\((\d+) pages?\)/)?.[1] ?? 0), 0)
  const instruments = contents.filter((line) => /^appendix\b/i.test(line) && INSTRUMENT.test(line))
  return [
    ...(wanted.length === 0 || chapters.join() === wanted.join()
      ? []
      : [`has chapters ${chapters.join(', ') || 'none'}; such a work has ${wanted.join(', ')}`]),
    ...(contents.length >= 4 ? [] : [`has ${contents.length} lines; a whole work has at least four parts`]),
    ...(contents.some((line) => /^(references|bibliography)\b/i.test(line)) ? [] : ['has no line for the references']),
    ...(counted <= pages ? [] : [`adds up to ${counted} pages; the work has ${pages}`]),
    ...(new Set(contents).size === contents.length ? [] : ['says the same line twice']),
    ...(instrument_included === true && instruments.length === 0
      ? ['names no appendix with the instrument, which instrument_included says is there']
      : []),
    ...(instrument_included === false && instruments.length > 0
      ? [`has "${instruments[0]}", which instrument_included says is not there`]
      : []),
  ]
}

/** Matches the name of an appendix with the instrument of a study. */
const INSTRUMENT =
  /\b(questionnaires?|guides?|checklists?|schedules?|forms?|instruments?|scales?|tools?|charts?|proforma|scripts?|tests?)\b/i
