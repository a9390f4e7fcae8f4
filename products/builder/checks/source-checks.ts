// Checks that read the sources of a product.
import path from 'node:path'
import { LETTERS, readExam, type Exam } from '../exam.ts'
import type { Product } from '../product.ts'

const QUESTIONS = 60
const MIN_PER_LETTER = 10
const MAX_PER_LETTER = 20
/** A reader who always chooses the longest option should not pass. */
const MAX_LONGEST_IS_RIGHT = 20

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

export function sourceFaults(product: Product): string[] {
  const faults: string[] = []
  if (product.kind === 'care-study' && !/composed for teaching/.test(product.notice ?? ''))
    faults.push('the notice does not say that the client is composed for teaching')
  if (product.kind === 'exam-pack') faults.push(...examFaults(readExam(path.join(product.directory, 'questions.yaml'))))
  return faults
}
