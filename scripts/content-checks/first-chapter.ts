import { FIRST_CHAPTER_WORDS } from '#app/features/materials/preview-section.ts'
import { getWords } from './text.ts'

/** Maximum number of words of a first chapter. */
const LONGEST_CHAPTER = 1200
const INTRODUCTION = 150

/**
 * Sections that the council's format requires in chapter one of a study and in the introduction of a client care study.
 */
const STUDY = {
  background: /\b(background|introduction)\b/i,
  problem: /\bproblem\b/i,
  objectives: /\b(objectives?|purpose|aims?)\b/i,
  'research questions': /\bresearch questions?\b/i,
  significance: /\bsignificance\b/i,
  scope: /\b(scope|delimitations?)\b/i,
  'operational terms': /\b(terms)\b/i,
}
const CARE_STUDY = {
  introduction: /\b(introduction|background|overview)\b/i,
  'reason for the choice': /\b(reasons?|choice|choosing|chosen|rationale)\b/i,
  objectives: /\b(objectives?|purpose|aims?|goals?)\b/i,
  significance: /\bsignificance\b/i,
  scope: /\b(scope|delimitations?)\b/i,
  terms: /\bterms\b/i,
}

export function isFirstChapter(body: string): boolean {
  return getWords(body).length >= FIRST_CHAPTER_WORDS
}

/** Returns the faults in length and sections of a material's text. */
export function chapterFaults(body: string, category: string): string[] {
  const count = getWords(body).length
  if (count < INTRODUCTION) {
    return [`has ${count} words; an introduction has at least ${INTRODUCTION}`]
  }
  if (count < FIRST_CHAPTER_WORDS) {
    return []
  }
  const headings = body.match(/^#{2,3} .*$/gm) ?? []
  const missing = Object.entries(category === 'client_care_study' ? CARE_STUDY : STUDY)
    .filter(([, heading]) => !headings.some((line) => heading.test(line)))
    .map(([part]) => part)
  return [
    ...(count > LONGEST_CHAPTER ? [`has ${count} words; a first chapter has at most ${LONGEST_CHAPTER}`] : []),
    ...(missing.length > 0 ? [`is a first chapter of ${count} words without a heading for ${missing.join(', ')}`] : []),
  ]
}

/** Returns duplicate section numbers of a text, such as '1.1'. */
export function numbersTwice(body: string): string[] {
  const numbers = [...body.matchAll(/^#{2,3} (\d+(?:\.\d+)*)/gm)].map(([, number]) => number ?? '')
  return [...new Set(numbers.filter((number, index) => numbers.indexOf(number) < index))]
}

/** Returns the missing sections that must precede hypotheses; none for a text without hypotheses. */
export function missingBeforeHypotheses(body: string): string[] {
  const headings = body.match(/^#{2,3} .*$/gm) ?? []
  return headings.some((heading) => /\bhypothes[ie]s\b/i.test(heading))
    ? (['objectives', 'research questions'] as const).filter((part) => !headings.some((heading) => STUDY[part].test(heading)))
    : []
}

/**
 * Returns a fault if a text does not have one research question for each objective. Returns null if the numbers match
 * or one of the lists is missing.
 */
export function unansweredObjectives(body: string): string | null {
  const sections = body.split(/^(?=#{2,3} )/m)
  const listed = (heading: RegExp) =>
    sections.find((section) => heading.test(section.split('\n', 1)[0] ?? ''))?.match(/^(?:\d+\.|-) /gm)?.length ?? 0
  const [objectives, questions] = [listed(STUDY.objectives), listed(STUDY['research questions'])]
  return objectives === 0 || questions === 0 || objectives === questions
    ? null
    : `has ${objectives} objectives and ${questions} research questions; each objective has its question`
}
