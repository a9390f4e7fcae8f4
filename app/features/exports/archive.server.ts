import type { Entry } from '#app/platform/archives/zip.server.ts'
import { writeCsv } from '#app/platform/lists/csv.server.ts'
import { readAll } from '#app/platform/lists/pages.server.ts'
import type { Database } from '#app/services/database.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { fieldMoment } from '#app/platform/text/dates.ts'
import { logAsCsv } from '../audit-log/queries.server.ts'
import { listAccounts } from '../accounts/admin.server.ts'
import { postAdmin } from '../blog/admin.server.ts'
import { getHeadings } from '../console/field-map.ts'
import { readAllRecords } from '../console/record-action.server.ts'
import { courseAdmin } from '../courses/admin.server.ts'
import { discountAdmin } from '../discounts/admin.server.ts'
import { materialAdmin } from '../materials/admin.server.ts'
import { accountantAsXlsx } from '../money/accountant.server.ts'
import { balancesAsCsv, listAsCsv, ordersAsCsv, salesAsCsv, weeksAsCsv } from '../money/csv-files.server.ts'
import type { DateRange } from '../money/date-range.ts'
import { moneyReportAsCsv } from '../money/figures.server.ts'
import { serviceAdmin } from '../services/admin.server.ts'
import { sourcesAsCsv, viewsAsCsv } from '../statistics/commands.server.ts'
import { thesaurusAsCsv } from '../thesaurus/files.server.ts'
import { directoryAsCsv } from '../topics/imports.server.ts'
import type { ExportId } from './files.ts'

type Admin = CurrentUser
type Tables = Database['public']['Tables']
type File = { name: string; content: string | Uint8Array }

const named = ({ name, csv }: { name: string; csv: string }): File => ({ name, content: csv })
const all = { search: '', show: 'all', from: '', to: '' } as const
const byTime = ['created_at', 'id'] as const

/** `only`: the days to which lists of orders, sales, payouts and the books are limited; null: they are complete. */
const files: Readonly<Record<ExportId, (admin: Admin, range: DateRange, only: DateRange | null) => Promise<File>>> = {
  orders: async (admin, _range, only) => named(await ordersAsCsv(admin, { ...all, ...getDayFilter(only) })),
  sales: async (admin, _range, only) => named(await salesAsCsv(admin, { ...all, ...getDayFilter(only) })),
  runs: async (admin, _range, only) => named(await listAsCsv(admin, 'runs', only)),
  books: async (admin, _range, only) => named(await listAsCsv(admin, 'books', only)),
  balances: async (admin, { until }) => named(await balancesAsCsv(admin, until)),
  figures: async (admin, range) => named(await moneyReportAsCsv(admin, range)),
  accounts: async (admin, range) => ({
    name: `accounts-${range.since}-to-${range.until}.xlsx`,
    content: new Uint8Array(await accountantAsXlsx(admin, range)),
  }),
  weeks: async (admin, range) => named(await weeksAsCsv(admin, range)),
  views: async (admin, range) => named(await viewsAsCsv(admin, range)),
  sources: async (admin, range) => named(await sourcesAsCsv(admin, range)),
  discounts: (admin) => records(admin, 'discounts', discountAdmin),
  people: async (admin) =>
    rows(
      'people',
      ['created_at', 'id', 'first_name', 'last_name', 'email', 'school', 'user_type', 'confirmed'],
      await everyAccount(admin),
    ),
  messages: (admin) =>
    table(admin, 'messages', 'contact_messages', [
      'created_at',
      'id',
      'conversation_id',
      'is_reply',
      'sender_name',
      'about',
      'body',
    ]),
  conversations: (admin) =>
    table(
      admin,
      'conversations',
      'contact_conversations',
      ['newest_at', 'id', 'email', 'sender_name', 'open_since', 'is_answered', 'remind_on', 'reminder_note'],
      ['newest_at', 'id'],
    ),
  uploads: (admin) =>
    table(admin, 'uploads', 'material_uploads', [
      'created_at',
      'id',
      'user_id',
      'title',
      'category',
      'format',
      'pages',
      'subject_area',
      'programme',
      'proposed_price',
      'file_name',
      'upload_status',
      'review_notes',
    ]),
  requests: (admin) =>
    table(admin, 'requests', 'topic_requests', [
      'created_at',
      'id',
      'user_id',
      'topic',
      'programme',
      'specialty',
      'deadline',
      'contact',
      'request_status',
      'answer',
      'answered_at',
    ]),
  comments: (admin) =>
    table(admin, 'comments', 'material_comments', [
      'created_at',
      'id',
      'material_id',
      'author_name',
      'author_school',
      'body',
      'comment_status',
      'has_bought',
      'stars',
    ]),
  materials: (admin) => records(admin, 'materials', materialAdmin),
  topics: async (admin) => named(await directoryAsCsv(admin)),
  posts: (admin) => records(admin, 'posts', postAdmin),
  courses: (admin) => records(admin, 'courses', courseAdmin),
  services: (admin) => records(admin, 'services', serviceAdmin),
  thesaurus: async (admin) => ({ name: 'thesaurus.csv', content: await thesaurusAsCsv(admin) }),
  texts: async ({ client }) => {
    const [texts, questions, testimonials] = await Promise.all([
      client.from('ui_content').select('page_section, content_key, content_value').order('page_section').throwOnError(),
      client.from('faq_questions').select('part, question, answer').is('deleted_at', null).order('place').throwOnError(),
      client.from('testimonials').select('name, university, content').is('deleted_at', null).order('place').throwOnError(),
    ])
    return rows(
      'texts',
      ['where', 'what', 'text'],
      [
        ...texts.data.map((row) => ({ where: row.page_section, what: row.content_key, text: row.content_value })),
        ...questions.data.map(({ part, question, answer }) => ({ where: part, what: question, text: answer })),
        ...testimonials.data.map(({ name, university, content }) => ({
          where: 'testimonials',
          what: `${name}, ${university}`,
          text: content,
        })),
      ],
    )
  },
  settings: async ({ client }) =>
    rows(
      'settings',
      ['group_name', 'setting_key', 'setting_value'],
      (
        await client
          .from('settings')
          .select('group_name, setting_key, setting_value')
          .order('group_name')
          .order('setting_key')
          .throwOnError()
      ).data,
    ),
  log: async (admin) => named(await logAsCsv(admin, { ...all, show: 'all', person: '' })),
}

/**
 * Yields the chosen files for an archive, each generated when the one before was sent, after logging the export. The
 * database logs the lists of Money, topics and the audit log once more by their own names. `isLimited`: orders, sales,
 * payouts and the books are those of the range.
 * @throws if the backend rejected a file or failed.
 */
export async function* exportEntries(
  admin: Admin,
  { chosen, range, isLimited, now }: { chosen: readonly ExportId[]; range: DateRange; isLimited: boolean; now: Date },
): AsyncGenerator<Entry> {
  await admin.client.rpc('log_export', { of_what: 'archive', files: chosen.join(', ') }).throwOnError()
  for (const id of chosen) {
    const { name, content } = await files[id](admin, range, isLimited ? range : null)
    yield { name, changed: now, content: [typeof content === 'string' ? new TextEncoder().encode(content) : content] }
  }
}

const getDayFilter = (days: DateRange | null) => days && { from: days.since, to: days.until }

type Cell = string | number | boolean | null | undefined
type Row = Readonly<Record<string, Cell>>

/** Returns all rows of a table that the admin may read, the oldest first. */
async function table<
  Name extends 'contact_conversations' | 'contact_messages' | 'material_uploads' | 'topic_requests' | 'material_comments',
>(
  { client }: Admin,
  name: string,
  from: Name,
  columns: readonly (keyof Tables[Name]['Row'] & string)[],
  order: readonly [string, string] = byTime,
): Promise<File> {
  const stored = await readAll<unknown>(() => client.from<Name, Tables[Name]>(from).select(columns.join(', ')), order)
  return rows(name, columns, stored as Row[])
}

/** Returns these columns of rows as CSV. Moments are in Lagos. */
function rows(name: string, columns: readonly string[], lines: readonly Row[]): File {
  return {
    name: `${name}.csv`,
    content: writeCsv([[...columns], ...lines.map((record) => columns.map((column) => getCell(column, record[column])))]),
  }
}

function getCell(column: string, value: Cell): string {
  return value === null || value === undefined
    ? ''
    : column.endsWith('_at') && typeof value === 'string'
      ? fieldMoment(new Date(value)).replace('T', ' ')
      : String(value)
}

async function records(admin: Admin, name: string, resource: Parameters<typeof readAllRecords>[0]): Promise<File> {
  const headings: Readonly<Record<string, string>> = getHeadings(resource.fields)
  const columns = Object.keys(headings)
  const values = await readAllRecords(resource, admin)
  return {
    name: `${name}.csv`,
    content: writeCsv([Object.values(headings), ...values.map((record) => columns.map((column) => record[column] ?? ''))]),
  }
}

async function everyAccount(admin: Admin): Promise<Row[]> {
  const accounts: Row[] = []
  for (let after: string | null = null; ;) {
    const page = await listAccounts(admin, { search: '', show: 'all', after, before: null })
    accounts.push(...(page.rows ?? []))
    after = page.next
    if (after === null) {
      return accounts
    }
  }
}
