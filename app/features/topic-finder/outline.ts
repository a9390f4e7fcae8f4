import type { Topic } from '../topics/topic.ts'
import type { FinderQuery } from './schema.ts'
import { getPlan, getProgrammes, getState } from './topic-facts.ts'

/**
 * A paragraph of an outline: a heading of its level, text, a sentence of the directory, or a place that the student has
 * to fill in.
 */
export type Block = { kind: 'chapter' | 'section' | 'text' | 'quote' | 'fill'; text: string }

/** The most words of a title in the council's format. */
export const MAX_TITLE_WORDS = 22

const chapter = (text: string): Block => ({ kind: 'chapter', text })
const section = (text: string): Block => ({ kind: 'section', text })
const fill = (text: string): Block => ({ kind: 'fill', text })
const quotes = (sentences: readonly string[]): Block[] => sentences.map((text) => ({ kind: 'quote', text }))

/**
 * Returns a first outline of a study on a topic, in the chapters of the Nursing and Midwifery Council's format. It says
 * nothing but what the directory says about the topic; all else is a marked place.
 */
export function getOutline(topic: Topic, { place }: Pick<FinderQuery, 'place'>): Block[] {
  const { title, sellingPoint } = topic
  const plan = getPlan(topic)
  const setting = place ? `the facility in ${place}` : 'the facility'
  return [
    chapter('Abstract'),
    fill('at most 300 words, written last: background, objectives, methods, results, conclusion'),
    chapter('Chapter one: Introduction'),
    section('Background to the study'),
    fill('the concept and the size of the problem in the world, Africa and Nigeria, each figure with its source and year'),
    section('Statement of the problem'),
    ...quotes(sellingPoint ? [sellingPoint] : []),
    fill('what should be, what is, and what is not known in your place; cite each claim'),
    section('Objectives of the study'),
    { kind: 'text', text: `General objective: to [assess, determine or explore] ${withSmallLetter(title)}.` },
    fill('three to five specific objectives, each with one verb that can be carried out'),
    section('Research questions'),
    fill('one question for each objective that describes'),
    section('Hypotheses'),
    fill('a null hypothesis for each objective about a difference or relationship; delete the heading if there is none'),
    section('Significance of the study'),
    fill('one sentence for each group that can use the result: patients, nurses, managers, lecturers, later researchers'),
    section('Scope of the study'),
    fill('the variables, the group, the place and the period'),
    section('Operational definition of terms'),
    fill('each term of the title, as you measure it'),
    chapter('Chapter two: Literature review'),
    section('Conceptual review'),
    fill('one section for each concept of the title, in your own words'),
    section('Theoretical framework'),
    fill('one theory from its original source, applied to your variables'),
    section('Empirical review'),
    fill('studies of the last five to ten years, grouped by your objectives, with studies from Nigeria'),
    section('Summary of the review'),
    fill('what is agreed, what is disputed, what is missing'),
    chapter('Chapter three: Methodology'),
    section('Research design, population and data collection'),
    ...quotes(plan.data),
    fill('the design and why it fits the objectives; the target population and its number'),
    section('Setting'),
    fill(`${setting}: its kind, town and units, with facts from the institution and their date`),
    section('Sample size and sampling technique'),
    fill('the formula with each value and its source, and the steps of sampling'),
    section('Instrument, validity and reliability'),
    fill('the sections and scoring of the instrument, who reviewed it, and the pilot study'),
    section('Method of data analysis'),
    ...quotes(plan.analysis),
    fill('the statistics for each objective and hypothesis, and the software'),
    section('Ethical considerations'),
    ...quotes(plan.ethics),
    fill('the committee, the number and date of its approval, consent, confidentiality and the right to withdraw'),
    chapter('Chapter four: Results'),
    fill('one table or figure for each objective, after the data are collected; never before'),
    chapter('Chapter five: Discussion, summary and conclusion'),
    section('Discussion of findings'),
    fill('each main result beside the studies of chapter two'),
    section('Implications for nursing, limitations, conclusion and recommendations'),
    fill('what follows from your results, and for whom'),
    chapter('References'),
    fill('every source that you cite, in the style of your school; read each one yourself'),
    chapter('Appendices'),
    fill('consent form, instrument, approval of the ethics committee'),
  ]
}

/** The chapters of an outline, and the first sentence and place to fill in of one of them. */
export type OutlineExample = { chapters: string[]; opened: string; quote: string; fill: string }

/** Returns what an example shows of a topic's outline, or null if the directory has no plan of its study. */
export function getOutlineExample(topic: Topic): OutlineExample | null {
  const blocks = getOutline(topic, { place: '' })
  const methods = blocks.findIndex(({ kind, text }) => kind === 'chapter' && text.startsWith('Chapter three'))
  const opened = blocks[methods]
  const following = blocks.slice(methods + 1)
  const quote = following.find(({ kind }) => kind === 'quote')
  const place = following.find(({ kind }) => kind === 'fill')
  return opened && quote && place
    ? {
        chapters: blocks.filter(({ kind, text }) => kind === 'chapter' && text.startsWith('Chapter')).map(({ text }) => text),
        opened: opened.text,
        quote: quote.text,
        fill: place.text,
      }
    : null
}

/** Returns notes to the student at the front of the outline. */
export function getNotes(topic: Topic, { programme, place }: Pick<FinderQuery, 'programme' | 'place'>): string[] {
  const state = getState(topic)
  const words = topic.title.split(/\s+/).length
  const written = getProgrammes(topic)
  return [
    'This is a first outline from a topic of the free directory of Lamplight. It is a guide: your school’s format comes first.',
    'Fill in each marked place in your own words, then delete the marks. Indented sentences are the directory’s.',
    words > MAX_TITLE_WORDS
      ? `The title has ${words} words; the council’s format allows ${MAX_TITLE_WORDS}. Shorten it with your supervisor.`
      : `The title has ${words} words; the council’s format allows ${MAX_TITLE_WORDS}.`,
    ...(programme && written.length > 0 && !written.includes(programme)
      ? [`The topic was written for ${written.join(' or ')} students. Ask your supervisor whether it suits ${programme}.`]
      : []),
    ...(place && state && !state.toLowerCase().startsWith(place.toLowerCase())
      ? [`The directory sets the topic in ${state}. Change that to ${place} wherever it is named.`]
      : []),
  ]
}

/** The most characters of an outline's file name. */
const MAX_FILE_NAME = 60

/** Returns the file name of a topic's outline: ASCII letters, digits and hyphens, cut at a word. */
export function getOutlineFileName(title: string): string {
  const ending = '-outline.docx'
  const words = title
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  let name = ''
  for (const word of words ?? []) {
    const longer = name ? `${name}-${word}` : word
    if (longer.length > MAX_FILE_NAME - ending.length) {
      break
    }
    name = longer
  }
  return `${name || 'first'}${ending}`
}

/** Starts a title with a small letter inside a sentence, unless it starts with an abbreviation. */
const withSmallLetter = (title: string) => (/^[A-Z][a-z]/.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title)
