import { type ListAddress, type Page, readPage } from '#app/platform/lists/keyset.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { describeAction, describeColumn, describeName, describeSubject, describeValue, findActions } from './labels.ts'
import { hasNamedRecord, recordAddress } from './record-address.ts'

/** An entry of the audit log. `who` is the actor's name; null if a command or the system acted. */
export type LogLine = {
  id: number
  who: string | null
  /** The action, such as 'Material published'. */
  action: string
  /** The name of the record; '' for an action without one. */
  name: string
  /** The record's page in the console, if it has one. */
  to: string | null
  /** The changed columns, each with its value before and after. */
  changes: { label: string; before: string; after: string }[]
  /** Other logged details. */
  notes: { label: string; value: string }[]
  created_at: string
}

/** The parts of the list. Each groups the nouns that actions begin with. */
export const logParts = ['all', 'review', 'material', 'catalogue', 'people', 'money', 'settings'] as const
export const nouns: Readonly<Record<string, readonly string[]>> = {
  // Includes the copy of its file on the drive.
  review: ['review', 'copy'],
  material: ['material'],
  catalogue: ['service', 'course', 'post', 'topic', 'thesaurus', 'curriculum', 'catalogue', 'sample_content'],
  // Includes the emails to them.
  people: ['admin', 'comment', 'report', 'topic_request', 'message', 'account', 'email', 'note'],
  money: ['money', 'book_rule', 'product_rule', 'payout_hold', 'order', 'discount', 'class_rep', 'class_rep_share'],
  settings: ['setting', 'text', 'question', 'testimonial', 'demo'],
}

/**
 * Returns a page of the audit log, newest first. `address.show` limits it to a part. `address.search` finds entries by
 * the id of the record, words of its name or of the actor's name, the actor's email address, or a part of the action's
 * name or label; "the system" finds those without an actor. Throws if the backend failed.
 */
export async function listLog(admin: CurrentUser, address: ListAddress): Promise<Page<LogLine>> {
  let query = admin.client.from('audit_log').select('id, actor_id, action, subject, details, created_at')
  const begins = Object.hasOwn(nouns, address.show) ? nouns[address.show] : undefined
  if (begins) {
    query = query.or(begins.map((noun) => `action.like.${noun}.*`).join(','))
  }
  if (address.search) {
    const text = address.search.replaceAll(/[^\w.-]/g, '_')
    // The words in this order, whatever is between them.
    const words = address.search.replaceAll(/[^\w.\s-]/g, '_').replaceAll(/\s+/g, '*')
    const labelled = findActions(address.search)
    const { data: named } = await admin.client.rpc('find_audit_log_records', { words: address.search }).throwOnError()
    const filters = [
      // Quoted, because the embedded backend reads a bare true or null of eq as a value of another type.
      `subject.in.("${[text, ...named].join('","')}")`,
      `action.ilike.*${words}*`,
      `details->>name.ilike.*${words}*`,
    ]
    if (/^(the )?system$/i.test(address.search)) {
      filters.push('actor_id.is.null')
    }
    if (labelled.length > 0) {
      filters.push(`action.in.(${labelled.join(',')})`)
    }
    if (named.length > 0) {
      filters.push(`actor_id.in.(${named.join(',')})`)
    }
    query = query.or(filters.join(','))
  }
  const page = await readPage(query, address, { column: 'id', ascending: false })
  const names = await getNames(admin, page.rows)
  return { ...page, rows: page.rows.map((row) => readLine(row, names)) }
}

type Row = { id: number; actor_id: string | null; action: string; subject: string; details: unknown; created_at: string }

/** Returns a row of the log in words. `names`: what its records are called today, by id. */
export function readLine(
  { id, actor_id, action, subject, details, created_at }: Row,
  names: ReadonlyMap<string, string>,
): LogLine {
  const { name, changes, ...notes } = (details ?? {}) as Record<string, unknown>
  const nameToday = names.get(subject)
  const nameInLog = typeof name === 'string' && name !== '' ? name : undefined
  // The log stores only the number of an order; its name today also has the title.
  const displayName = action.startsWith('order.') ? (nameToday ?? nameInLog) : (nameInLog ?? nameToday)
  return {
    id,
    who: actor_id ? (names.get(actor_id) ?? 'A deleted account') : null,
    action: describeAction(action),
    name: looksLikeUuid(subject)
      ? (displayName ?? (hasNamedRecord(action) ? 'no longer there' : ''))
      : describeSubject(action, subject),
    to: nameToday === undefined ? null : recordAddress(action, subject),
    changes: Object.entries((changes ?? {}) as Record<string, [unknown, unknown]>)
      .map(([column, [before, after]]) => ({
        label: describeColumn(column),
        before: describeValue(column, before, names) || emptyValue(action, 'added'),
        after: describeValue(column, after, names) || emptyValue(action, 'removed'),
      }))
      // A new record's empty columns.
      .filter(({ before, after }) => before !== '' || after !== ''),
    notes: Object.entries(notes)
      .filter(([, value]) => value !== 0)
      .map(([key, value]) => ({ label: describeColumn(key), value: describeValue(key, value, names) }))
      .filter(({ value }) => value !== ''),
    created_at,
  }
}

/** Returns the text of an empty value: a product rule without a material is for a product that is not ours. */
const emptyValue = (action: string, absentAfter: 'added' | 'removed'): string =>
  action.startsWith('product_rule.') && action !== `product_rule.${absentAfter}` ? 'Not our product' : ''

/** The ids in a logged value, at any depth. */
const getIds = (value: unknown): string[] => JSON.stringify(value ?? null).match(uuids) ?? []
const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** The maximum number of records that public.audit_log_names accepts. */
const MAX_IDS = 500

/** Returns what the records of these entries are called today, by id. */
async function getNames(admin: CurrentUser, rows: readonly Row[]): Promise<Map<string, string>> {
  const ids = [...new Set(rows.flatMap(({ actor_id, subject, details }) => getIds([actor_id, subject, details])))]
  if (ids.length === 0) {
    return new Map()
  }
  const { data } = await admin.client.rpc('audit_log_names', { ids: ids.slice(0, MAX_IDS) }).throwOnError()
  return new Map(data.map(({ id, name }) => [id, describeName(name)]))
}
