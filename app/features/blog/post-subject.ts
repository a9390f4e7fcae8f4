/** Words of titles, and the subject area whose symbol and hue a post about them gets. The first match counts. */
const subjects: readonly (readonly [RegExp, string])[] = [
  [/ethic|consent/i, 'Nursing Ethics'],
  [/plagiar|similarity/i, 'Patient Safety'],
  [/defen[cd]|panel|present/i, 'Nursing Leadership'],
  [/sampl|result|statistic|spss|table|data/i, 'Evidence-Based Practice'],
  [/questionnaire|interview|instrument/i, 'Healthcare Management'],
  [/topic|problem|idea/i, 'Mental Health Nursing'],
  [/chapter|proposal|project/i, 'Nursing Education'],
]

/** Returns the subject area that a post is drawn as; '' is the open book. */
export function postSubject(title: string): string {
  return subjects.find(([words]) => words.test(title))?.[1] ?? ''
}
