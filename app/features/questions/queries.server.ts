import type { Client } from '#app/services/backend.server.ts'
import { publicCache } from '#app/platform/cache/cache.server.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import { moneyRules } from '../earnings/queries.server.ts'
import { type MoneyRules, withRules } from '../earnings/rules.ts'
import { getColumns, type RowOf } from '../console/field-map.ts'
import { faq } from './faq.ts'
import { questionFields } from './fields.ts'

type Stored = RowOf<'faq_questions', typeof questionFields>
/** A question of the page. The built-in ones have only some of the columns. */
type Question = Partial<Stored> & Pick<Stored, 'question' | 'answer'>

export type FaqPart = { id: string; group: string; questions: readonly Question[] }

/**
 * Returns the published questions and answers, by part, or the built-in ones if none is published or readable. Never
 * fails. `client` is a visitor's.
 */
export async function readFaq(client: Client): Promise<readonly FaqPart[]> {
  const rows = await publicCache
    .get('faq', async () => {
      const { data } = await client
        .from('faq_questions')
        .select(getColumns(questionFields))
        .not('published_at', 'is', null)
        .order('place')
        .order('created_at')
        .order('id')
        .overrideTypes<Stored[], { merge: false }>()
        .throwOnError()
      return data
    })
    .catch(orLog('Could not read the questions', []))
  return filledIn(rows.length > 0 ? inParts(rows) : faq, await moneyRules(client))
}

/** Words of a question that say nothing about its subject. */
const FILLERS = new Set(
  'a am an and are at be by can did do does for from get has have how i if in is it me my not of on or our should that the this to was we what when where which who why will with you your'.split(
    ' ',
  ),
)

/** Returns the words of a text in lower case. */
const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Returns a word without the ending of a plural or of a verb's form, so that refunds and refunded find refund. */
const stem = (word: string) => (word.length > 4 ? word.replace(/(ies|ing|ed|es|s|y)$/, '') : word)

/**
 * Returns the questions that have every word of the search in the question or its answer, whatever its ending. If there
 * are none, those that have any of the words.
 */
export function searchFaq(parts: readonly FaqPart[], search: string): { parts: readonly FaqPart[]; hasAllWords: boolean } {
  const typed = wordsOf(search)
  const telling = typed.filter((word) => !FILLERS.has(word))
  const stems = (telling.length > 0 ? telling : typed).map(stem)
  const find = (matches: (has: (stem: string) => boolean) => boolean) =>
    parts
      .map((part) => ({
        ...part,
        questions: part.questions.filter(({ question, answer }) => {
          const words = wordsOf(`${question} ${answer}`)
          return matches((wanted) => words.some((word) => word.startsWith(wanted)))
        }),
      }))
      .filter(({ questions }) => questions.length > 0)
  const withAll = find((has) => stems.every(has))
  return withAll.length > 0
    ? { parts: withAll, hasAllWords: true }
    : { parts: find((has) => stems.some(has)), hasAllWords: false }
}

/** Fills the money rules into the answers ({refund_days} and so on). */
export function filledIn(parts: readonly FaqPart[], rules: MoneyRules): readonly FaqPart[] {
  return parts.map((part) => ({
    ...part,
    questions: part.questions.map((each) => ({
      ...each,
      question: withRules(each.question, rules),
      answer: withRules(each.answer, rules),
    })),
  }))
}

function inParts(rows: readonly Stored[]): FaqPart[] {
  const parts = Map.groupBy(rows, ({ part }) => part)
  const ids = new Set<string>()
  return [...parts].map(([group, questions], at) => {
    // Other pages link to the built-in parts, so their ids do not change.
    const id = faq.find((known) => known.group === group)?.id ?? (getSlug(group) || 'part')
    const own = ids.has(id) ? `${id}-${at}` : id
    ids.add(own)
    return { id: own, group, questions }
  })
}

function getSlug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}
