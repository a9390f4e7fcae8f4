// Checks that read the sources of a product.
import fs from 'node:fs'
import path from 'node:path'
import { LETTERS, readExam, type Exam } from '../exam.ts'
import type { Product } from '../product.ts'
import { citedKeys, readReferences, referenceFaults } from '../references.ts'

const QUESTIONS = 60
const MIN_PER_LETTER = 10
const MAX_PER_LETTER = 20
/** A reader who always chooses the longest option should not pass. */
const MAX_LONGEST_IS_RIGHT = 20

/** The parts of a care study by the council's format, by their headings. */
const STUDY_PARTS = [
  /objectives/i,
  /significance/i,
  /literature review/i,
  /anatomy and physiology/i,
  /pathophysiology/i,
  /medical management/i,
  /nursing management/i,
  /complications/i,
  /empirical/i,
  /theory|framework/i,
  /physical examination/i,
  /investigations/i,
  /drug/i,
  /care plan/i,
  /progress/i,
  /discharge/i,
  /home visit/i,
  /summary/i,
  /conclusion/i,
  /recommendations/i,
  /references/i,
]
/** The minimum for a product with a list of references. The drawings of a seminar pack are those of its slides. */
const LITERATURE: Partial<Record<Product['kind'], { references: number; drawings: number }>> = {
  'care-study': { references: 20, drawings: 2 },
  'seminar-pack': { references: 15, drawings: 3 },
}

/** Returns one sentence for each fault of an exam pack. */
export function examFaults(exam: Exam): string[] {
  const faults: string[] = []
  const { questions } = exam
  if (questions.length !== QUESTIONS) faults.push(`there are ${questions.length} questions instead of ${QUESTIONS}`)
  for (const letter of LETTERS) {
    const count = questions.filter(({ answer }) => answer === letter).length
    if (count < MIN_PER_LETTER || count > MAX_PER_LETTER)
      faults.push(`${letter} is the answer of ${count} questions; ${MIN_PER_LETTER} to ${MAX_PER_LETTER} are allowed`)
  }
  const longest = questions.filter(({ options, answer }) => {
    const right = options[LETTERS.indexOf(answer)]?.length ?? 0
    return options.every((option, index) => index === LETTERS.indexOf(answer) || option.length < right)
  }).length
  if (longest > MAX_LONGEST_IS_RIGHT)
    faults.push(`the longest option is right in ${longest} questions; at most ${MAX_LONGEST_IS_RIGHT} are allowed`)
  const stems = new Set(questions.map(({ stem }) => stem.toLowerCase()))
  if (stems.size !== questions.length) faults.push('a question occurs twice')
  for (const { stem, options } of questions) {
    if (new Set(options.map((option) => option.toLowerCase())).size !== options.length)
      faults.push(`"${stem}" has two equal options`)
  }
  return faults
}

/** Returns one sentence for each fault of the citations and drawings, and of the chapters of a care study. */
function literatureFaults(product: Product): string[] {
  const sources = [...new Set(product.files.map(({ source }) => source))].filter((name) => /\.(?:md|yaml)$/.test(name))
  const texts = new Map(sources.map((name) => [name, fs.readFileSync(path.join(product.directory, name), 'utf8')]))
  const all = [...texts.values()].join('\n')
  const references = readReferences(product.directory)
  const cited = new Set(citedKeys(all))
  const drawings = new Set((texts.get('slides.md') ?? all).match(/^!\[.*\)$/gm))
  const least = Object.keys(references).length > 0 ? LITERATURE[product.kind] : undefined
  return [
    ...referenceFaults(references, cited),
    ...[...cited].flatMap((key) => (references[key] ? [] : [`@${key} is cited and not in references.yaml`])),
    ...(product.kind === 'care-study' ? partFaults(all) : []),
    ...(least && cited.size < least.references
      ? [`cites ${cited.size} references; at least ${least.references} are needed`]
      : []),
    ...(least && drawings.size < least.drawings ? [`has ${drawings.size} drawings; at least ${least.drawings} are needed`] : []),
  ]
}

function partFaults(study: string): string[] {
  const headings = [...study.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading)
  return STUDY_PARTS.filter((part) => !headings.some((heading) => part.test(heading ?? ''))).map(
    (part) => `has no heading ${part.source}`,
  )
}

export function sourceFaults(product: Product): string[] {
  const faults: string[] = []
  if (product.kind === 'care-study' && !/composed for teaching/.test(product.notice ?? ''))
    faults.push('the notice does not say that the client is composed for teaching')
  // The shop shows the programme, the cover shows the level.
  if (!product.level.toLowerCase().startsWith(product.programme))
    faults.push(`the level does not begin with ${product.programme}`)
  faults.push(...literatureFaults(product))
  if (product.kind === 'exam-pack') faults.push(...examFaults(readExam(path.join(product.directory, 'questions.yaml'))))
  return faults
}
