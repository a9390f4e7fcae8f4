import { type ListAddress, type Page, readPage } from '#app/platform/lists/keyset.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'

/** An entry of the audit log. `who` is the actor's name; null if a command or the system acted. */
export type LogLine = {
  id: number
  who: string | null
  action: string
  subject: string
  name: string | null
  /** The changed columns, each with its value before and after. */
  changes: { column: string; before: string; after: string }[]
  /** Other logged details. */
  notes: { key: string; value: string }[]
  created_at: string
}

/** The parts of the list. Each groups the nouns that actions begin with. */
export const logParts = ['all', 'review', 'material', 'catalogue', 'people', 'money', 'settings'] as const
export const nouns: Readonly<Record<string, readonly string[]>> = {
  // Includes the copy of its file on the drive.
  review: ['review', 'copy'],
  material: ['material'],
  catalogue: ['service', 'course', 'post', 'topic', 'thesaurus', 'catalogue', 'sample_content'],
  // Includes the emails to them.
  people: ['admin', 'comment', 'report', 'topic_request', 'message', 'account', 'email', 'note'],
  money: ['money', 'book_rule', 'product_rule', 'payout_hold', 'order'],
  settings: ['setting', 'text', 'question', 'testimonial', 'demo'],
}

/**
 * Returns a page of the audit log, newest first. The search matches a record's id or a part of an action's name. Throws
 * if the backend failed.
 */
export async function listLog(admin: CurrentUser, address: ListAddress): Promise<Page<LogLine>> {
  let query = admin.client.from('audit_log').select('id, actor_id, action, subject, details, created_at')
  const begins = Object.hasOwn(nouns, address.show) ? nouns[address.show] : undefined
  if (begins) {
    query = query.or(begins.map((noun) => `action.like.${noun}.*`).join(','))
  }
  if (address.search) {
    const text = address.search.replaceAll(/[^\w.-]/g, '_')
    query = query.or(`subject.eq.${text},action.ilike.*${text}*,details->>name.ilike.*${text}*`)
  }
  const page = await readPage(query, address, { column: 'id', ascending: false })
  const names = await getNames(admin, [...new Set(page.rows.flatMap(({ actor_id }) => (actor_id ? [actor_id] : [])))])
  return {
    ...page,
    rows: page.rows.map(({ id, actor_id, action, subject, details, created_at }) => {
      const { name, changes, ...notes } = (details ?? {}) as Record<string, unknown>
      return {
        id,
        who: actor_id ? (names.get(actor_id) ?? 'A deleted account') : null,
        action,
        subject,
        name: typeof name === 'string' ? name : null,
        changes: Object.entries((changes ?? {}) as Record<string, [unknown, unknown]>).map(([column, [before, after]]) => ({
          column,
          before: shown(before),
          after: shown(after),
        })),
        notes: Object.entries(notes).map(([key, value]) => ({ key, value: shown(value) })),
        created_at,
      }
    }),
  }
}

async function getNames(admin: CurrentUser, userIds: string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) {
    return new Map()
  }
  const { data } = await admin.client
    .from('profiles')
    .select('user_id, first_name, last_name')
    .in('user_id', userIds)
    .throwOnError()
  return new Map(
    data.flatMap(({ user_id, first_name, last_name }) =>
      user_id === null ? [] : [[user_id, `${first_name} ${last_name}`.trim() || 'An admin']],
    ),
  )
}

function shown(value: unknown): string {
  return value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)
}
