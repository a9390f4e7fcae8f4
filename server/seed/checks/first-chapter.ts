import { wordsOf } from './text.ts'

/** Words from which on a material's text is a first chapter and no longer an introduction, and the most that one has. */
const CHAPTER = { least: 600, most: 1200 }
const INTRODUCTION = 150

/** What the council's format has in chapter one of a study, and in the introduction of a client care study. */
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
  return wordsOf(body).length >= CHAPTER.least
}

/** What is wrong with the length or the parts of a material's text. */
export function chapterFaults(body: string, category: string): string[] {
  const count = wordsOf(body).length
  if (count < INTRODUCTION) {
    return [`has ${count} words; an introduction has at least ${INTRODUCTION}`]
  }
  if (count < CHAPTER.least) {
    return []
  }
  const headings = body.match(/^#{2,3} .*$/gm) ?? []
  const missing = Object.entries(category === 'client_care_study' ? CARE_STUDY : STUDY)
    .filter(([, heading]) => !headings.some((line) => heading.test(line)))
    .map(([part]) => part)
  return [
    ...(count > CHAPTER.most ? [`has ${count} words; a first chapter has at most ${CHAPTER.most}`] : []),
    ...(missing.length > 0 ? [`is a first chapter of ${count} words without a heading for ${missing.join(', ')}`] : []),
  ]
}
