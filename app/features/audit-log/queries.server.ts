import { writeCsv } from '#app/platform/lists/csv.server.ts'
import type { DayFilter } from '#app/platform/lists/day-filter.ts'
import { type ListAddress, type Page, readPage } from '#app/platform/lists/keyset.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { dayInLagos, fieldMoment, momentInLagos } from '#app/platform/text/dates.ts'
import { shortened } from '#app/platform/text/strings.ts'
import {
  describeAction,
  describeColumn,
  describeName,
  describeSubject,
  describeValue,
  findActions,
  findColumns,
} from './labels.ts'
import { hasNamedRecord, recordAddress } from './record-address.ts'

type Admin = Pick<CurrentUser, 'client'>

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
  catalogue: [
    'service',
    'course',
    'post',
    'topic',
    'thesaurus',
    'thesaurus_proposal',
    'curriculum',
    'catalogue',
    'sample_content',
  ],
  // Includes the emails to them.
  people: ['admin', 'comment', 'report', 'topic_request', 'message', 'saved_reply', 'account', 'email', 'newsletter', 'note'],
  money: ['money', 'book_rule', 'product_rule', 'payout_hold', 'order', 'discount', 'class_rep', 'class_rep_share'],
  settings: ['setting', 'text', 'question', 'testimonial', 'demo'],
}

/** Limits of a list of the log. `person`: an actor's id, 'system' for entries without one, or '' for all. */
export type LogFilters = Pick<ListAddress, 'search' | 'show'> & DayFilter & { person: string }

/** Entries that a command or the system caused. */
export const SYSTEM = 'system'

/**
 * Returns a page of the audit log, newest first. `show` limits it to a part. `search` finds entries by the id of the
 * record, words of its name or of the actor's name, the actor's email address, a part of the action's name or label, or
 * words of what changed: the name of a column, or a value that is not a long text; "the system" finds those without an actor. Throws if the
 * backend failed.
 */
export async function listLog(
  admin: Admin,
  filters: LogFilters,
  address: Pick<ListAddress, 'after' | 'before'>,
  rows?: number,
): Promise<Page<LogLine>> {
  const found = filters.search === '' ? [] : await findRecords(admin, filters.search)
  const page = await readPage(filterLog(admin, filters, found), address, {
    column: 'id',
    ascending: false,
    ...(rows !== undefined && { rows }),
  })
  const names = await getNames(admin, page.rows)
  return { ...page, rows: page.rows.map((row) => readLine(row, names)) }
}

async function findRecords(admin: Admin, search: string): Promise<string[]> {
  const { data } = await admin.client.rpc('find_audit_log_records', { words: search }).throwOnError()
  return data
}

/** Filters the log. `named`: the ids of the records and the actors that the search names. */
function filterLog(admin: Admin, { search, show, person, from, to }: LogFilters, named: readonly string[]) {
  let query = admin.client.from('audit_log').select('id, actor_id, action, subject, details, created_at')
  const begins = Object.hasOwn(nouns, show) ? nouns[show] : undefined
  if (begins) {
    query = query.or(begins.map((noun) => `action.like.${noun}.*`).join(','))
  }
  if (person) {
    query = person === SYSTEM ? query.is('actor_id', null) : query.eq('actor_id', person)
  }
  if (from) {
    query = query.gte('created_at', new Date(momentInLagos(`${from}T00:00`) ?? 0).toISOString())
  }
  if (to) {
    query = query.lt('created_at', new Date((momentInLagos(`${to}T00:00`) ?? 0) + DAY_MS).toISOString())
  }
  if (search) {
    const text = search.replaceAll(/[^\w.-]/g, '_')
    const filters = [
      // Quoted, because the embedded backend reads a bare true or null of eq as a value of another type.
      `subject.in.("${[text, ...named].join('","')}")`,
      ...searchPatterns(search).map((pattern) => `found_in.ilike.*${pattern}*`),
    ]
    if (/^(the )?system$/i.test(search)) {
      filters.push('actor_id.is.null')
    }
    const labelled = findActions(search)
    if (labelled.length > 0) {
      filters.push(`action.in.(${labelled.join(',')})`)
    }
    if (named.length > 0) {
      filters.push(`actor_id.in.(${named.join(',')})`)
    }
    query = query.or(filters.join(','))
  }
  return query
}

/**
 * Returns patterns for what an entry stores: the words in this order, whatever is between them; the columns whose label
 * they are; and an amount such as ₦2,500 as it is stored, in naira or in kobo.
 */
export function searchPatterns(search: string): string[] {
  const words = search.replaceAll(/[^\w.\s-]/g, '_').replaceAll(/\s+/g, '*')
  const digits = /^₦?\s?(\d[\d,]*)$/.exec(search)?.[1]?.replaceAll(',', '')
  return [
    words,
    // The underscores stand for the quotes of a key.
    ...findColumns(search).map((column) => `_${column}_`),
    ...(digits !== undefined && digits !== search ? [digits] : []),
    ...(digits === undefined ? [] : [`${digits}00`]),
  ]
}

const DAY_MS = 24 * 60 * 60 * 1000

/** An actor of the log: the id of the account, and the name. */
export type Actor = { id: string; name: string }

/** Returns those who have entries in the log, by name. Throws if the backend failed. */
export async function listActors(admin: Admin): Promise<Actor[]> {
  const { data } = await admin.client.rpc('audit_log_actors').throwOnError()
  return data.map(({ id, name }) => ({ id, name: name || 'A deleted account' }))
}

/** The rows of one request of an export, and the most that one file has. */
const EXPORT_ROWS = 500
const MAX_EXPORTED = 20_000

/**
 * Exports the entries with these filters, the newest first; logged, for an owner who has just confirmed their password
 * (`withPasswordAgain`). Throws if the backend failed.
 */
export async function logAsCsv(admin: Admin, filters: LogFilters): Promise<{ name: string; csv: string; count: number }> {
  await admin.client.rpc('log_export', { of_what: 'log' }).throwOnError()
  const rows = [['time', 'who', 'action', 'record', 'changes', 'details']]
  for (let after: string | null = null; rows.length <= MAX_EXPORTED;) {
    const page: Page<LogLine> = await listLog(admin, filters, { after, before: null }, EXPORT_ROWS)
    rows.push(
      ...page.rows.map(({ created_at, who, action, name, changes, notes }) => [
        fieldMoment(new Date(created_at)).replace('T', ' '),
        who ?? 'The system',
        action,
        name,
        changes.map(({ label, before, after: now }) => `${label}: ${before || 'empty'} → ${now || 'empty'}`).join('\n'),
        notes.map(({ label, value }) => `${label}: ${value}`).join('\n'),
      ]),
    )
    after = page.next
    if (after === null) {
      break
    }
  }
  return { name: `audit-log-${dayInLagos(new Date())}.csv`, csv: writeCsv(rows), count: rows.length - 1 }
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
        before: shortened(describeValue(column, before, names), VALUE_CHARS) || emptyValue(action, 'added'),
        after: shortened(describeValue(column, after, names), VALUE_CHARS) || emptyValue(action, 'removed'),
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

/** The characters of a long value that an entry shows, with …; most are stored no longer. */
const VALUE_CHARS = 301

/** Returns the text of an empty value: a product rule without a material is for a product that is not ours. */
const emptyValue = (action: string, absentAfter: 'added' | 'removed'): string =>
  action.startsWith('product_rule.') && action !== `product_rule.${absentAfter}` ? 'Not our product' : ''

/** The ids in a logged value, at any depth. */
const getIds = (value: unknown): string[] => JSON.stringify(value ?? null).match(uuids) ?? []
const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** The maximum number of records that public.audit_log_names accepts. */
const MAX_IDS = 500

/** Returns what the records of these entries are called today, by id. */
async function getNames(admin: Admin, rows: readonly Row[]): Promise<Map<string, string>> {
  const ids = [...new Set(rows.flatMap(({ actor_id, subject, details }) => getIds([actor_id, subject, details])))]
  if (ids.length === 0) {
    return new Map()
  }
  const { data } = await admin.client.rpc('audit_log_names', { ids: ids.slice(0, MAX_IDS) }).throwOnError()
  return new Map(data.map(({ id, name }) => [id, describeName(name)]))
}
