import { href } from 'react-router'
import { type ListAddress, readPage } from '#app/platform/lists/keyset.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { publicCache } from '#app/platform/cache/cache.server.ts'
import { type BulkRecords, publishedBulk } from '../console/bulk-records.server.ts'
import { filterByWords, filterPart } from '../console/lists.server.ts'
import { publishing, type RecordAdmin } from '../console/record-action.server.ts'
import { isTableEmpty } from '../console/records.server.ts'
import { faq } from './faq.ts'
import { questionFields, questionForm, type QuestionForm } from './fields.ts'

/** Returns a page of questions in the order in which the site shows them. Throws if the backend failed. */
export async function listQuestions(admin: CurrentUser, address: ListAddress) {
  const query = admin.client.from('faq_questions').select('id, part, question, place, published_at, deleted_at')
  return readPage(filterByWords(filterPart(query, address), 'question', address), address, {
    column: 'place',
    ascending: true,
  })
}

/** Returns the headings in use, or the built-in ones. Throws if the backend failed. */
export async function headings(admin: CurrentUser): Promise<string[]> {
  const { data } = await admin.client.from('faq_questions').select('part').is('deleted_at', null).order('place').throwOnError()
  return [...new Set(data.length > 0 ? data.map(({ part }) => part) : faq.map(({ group }) => group))]
}

/** Returns true if no question is stored, so that the page shows the built-in ones. Throws if the backend failed. */
export function hasOnlyBuiltInQuestions(admin: CurrentUser): Promise<boolean> {
  return isTableEmpty(admin, 'faq_questions')
}

/**
 * Stores the built-in questions, so that the admin can change them. Returns their number; 0 if questions are stored
 * already. Throws if the backend failed.
 */
export async function adoptQuestions(admin: CurrentUser): Promise<number> {
  if (!(await hasOnlyBuiltInQuestions(admin))) {
    return 0
  }
  const published_at = new Date().toISOString()
  const rows = faq
    .flatMap(({ group, questions }) => questions.map(({ question, answer }) => ({ part: group, question, answer, published_at })))
    .map((row, at) => ({ ...row, place: (at + 1) * 10 }))
  await admin.client.from('faq_questions').insert(rows).throwOnError()
  publicCache.invalidate('faq')
  return rows.length
}

/** Returns the id of a question by its words, or null. Throws if the backend failed. */
export async function findQuestion(admin: CurrentUser, question: string): Promise<string | null> {
  const found = admin.client.from('faq_questions').select('id').eq('question', question).is('deleted_at', null)
  const { data } = await found.limit(1).maybeSingle().throwOnError()
  return data?.id ?? null
}

/** The built-in questions, each with its heading. */
export const builtInQuestions = faq.flatMap(({ group, questions }) =>
  questions.map(({ question }) => ({ name: question, details: group })),
)

/** The admin section of the questions. */
export const questionAdmin: RecordAdmin<'faq_questions', QuestionForm> = {
  table: 'faq_questions',
  path: href('/admin/texts/questions'),
  noun: 'question',
  fields: questionFields,
  schema: questionForm,
  // The first question of an admin would replace all built-in ones on the page.
  beforeAdding: adoptQuestions,
  show: publishing,
  cacheKeys: ['faq'],
}

/** The actions on selected questions. */
export const questionBulk: BulkRecords<'faq_questions'> = {
  resource: questionAdmin,
  name: 'question',
  columns: ['published_at'],
  publish: publishedBulk,
}
