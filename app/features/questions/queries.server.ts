import type { Client } from '#app/platform/process/backend.server.ts'
import { publicCache } from '#app/platform/cache/cache.server.ts'
import { orLog } from '#app/platform/process/failures.server.ts'
import { moneyRules } from '../earnings/queries.server.ts'
import { type MoneyRules, withRules } from '../earnings/rules.ts'
import { faq } from './faq.ts'

export type FaqPart = { id: string; group: string; questions: readonly { question: string; answer: string }[] }

/**
 * Returns the published questions and answers, by part, or the built-in ones if none is published or readable. Never
 * fails. `client` is a visitor's.
 */
export async function readFaq(client: Client): Promise<readonly FaqPart[]> {
  const rows = await publicCache
    .get('faq', async () => {
      const { data } = await client
        .from('faq_questions')
        .select('part, question, answer')
        .not('published_at', 'is', null)
        .order('place')
        .order('created_at')
        .order('id')
        .throwOnError()
      return data
    })
    .catch(orLog('Could not read the questions', []))
  return filledIn(rows.length > 0 ? inParts(rows) : faq, await moneyRules(client))
}

/** Returns the questions that contain every word of the search in the question or its answer, ignoring case. */
export function searchFaq(parts: readonly FaqPart[], search: string): readonly FaqPart[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return parts
    .map((part) => ({
      ...part,
      questions: part.questions.filter(({ question, answer }) => {
        const text = `${question} ${answer}`.toLowerCase()
        return words.every((word) => text.includes(word))
      }),
    }))
    .filter(({ questions }) => questions.length > 0)
}

/** Fills the money rules into the answers ({refund_days} and so on). */
export function filledIn(parts: readonly FaqPart[], rules: MoneyRules): readonly FaqPart[] {
  return parts.map((part) => ({
    ...part,
    questions: part.questions.map(({ question, answer }) => ({
      question: withRules(question, rules),
      answer: withRules(answer, rules),
    })),
  }))
}

function inParts(rows: readonly { part: string; question: string; answer: string }[]): FaqPart[] {
  const parts = new Map<string, { question: string; answer: string }[]>()
  for (const { part, question, answer } of rows) {
    parts.set(part, [...(parts.get(part) ?? []), { question, answer }])
  }
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
