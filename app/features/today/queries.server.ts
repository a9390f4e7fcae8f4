import * as v from 'valibot'
import { type Enums, enums } from '#app/services/database.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { messageAbout } from '../contact-messages/schema.ts'

const kind = <Row extends v.GenericSchema>(row: Row) => v.object({ count: v.number(), rows: v.array(row) })
const moment = v.string()
/** A reported item with its open reports. */
const reported = kind(
  v.object({
    target: v.string(),
    material_id: v.string(),
    comment_id: v.nullable(v.string()),
    title: v.string(),
    slug: v.string(),
    hidden: v.boolean(),
    body: v.nullable(v.string()),
    author_name: v.nullable(v.string()),
    author_school: v.nullable(v.string()),
    reports: v.number(),
    reasons: v.array(v.string()),
    words: v.nullable(v.string()),
    since: moment,
    newest: moment,
  }),
)
const failing = { attempts: v.number(), last_error: v.nullable(v.string()), created_at: moment }

/** The response of public.console_today: each kind with its count and its first rows, oldest first. */
const due = v.object({
  reviews: kind(v.object({ id: v.string(), title: v.string(), student: v.string(), waiting_since: moment })),
  links: kind(
    v.object({
      id: v.string(),
      title: v.string(),
      price: v.number(),
      upload_id: v.nullable(v.string()),
      is_published: v.boolean(),
      since: moment,
      damaged_at: v.nullable(moment),
    }),
  ),
  urgent: reported,
  disputes: kind(
    v.object({
      id: v.string(),
      order_id: v.string(),
      reference: v.string(),
      title: v.string(),
      amount_kobo: v.number(),
      currency: v.string(),
      due_at: v.nullable(moment),
      claim: v.string(),
      response_error: v.string(),
      what: v.picklist(['answer', 'failed', 'unclear']),
    }),
  ),
  orders: kind(
    v.object({
      id: v.string(),
      reference: v.string(),
      title: v.string(),
      amount_kobo: v.number(),
      currency: v.string(),
      words: v.string(),
      since: v.nullable(moment),
      what: v.picklist(enums.order_due),
    }),
  ),
  run: kind(v.object({ day: v.string(), payouts: v.number(), kobo: v.number() })),
  transfers: kind(
    v.object({
      id: v.string(),
      run_id: v.string(),
      run_day: v.string(),
      transfers: v.number(),
      student: v.string(),
      amount_kobo: v.number(),
      what: v.picklist(['otp', 'refused', 'wrong']),
      reason: v.nullable(v.string()),
      since: moment,
    }),
  ),
  discrepancies: kind(
    v.object({
      id: v.string(),
      kind: v.picklist(enums.discrepancy_kind),
      reference: v.string(),
      ours_kobo: v.number(),
      theirs_kobo: v.number(),
      happened_at: moment,
    }),
  ),
  returned: kind(
    v.object({
      id: v.string(),
      run_id: v.string(),
      student: v.string(),
      amount_kobo: v.number(),
      reason: v.string(),
      created_at: moment,
    }),
  ),
  sales: kind(v.object({ id: v.string(), product: v.string(), currency: v.string(), gross_kobo: v.number(), paid_at: moment })),
  refunds: kind(
    v.object({
      id: v.string(),
      sale_id: v.string(),
      title: v.string(),
      order_reference: v.string(),
      amount_kobo: v.number(),
      written_at: moment,
    }),
  ),
  messages: kind(
    v.object({
      id: v.string(),
      sender_name: v.string(),
      about: messageAbout,
      body: v.string(),
      created_at: moment,
      remind_on: v.nullable(v.string()),
      reminder_note: v.nullable(v.string()),
    }),
  ),
  requests: kind(v.object({ id: v.string(), topic: v.string(), deadline: v.nullable(v.string()), created_at: moment })),
  comments: kind(
    v.object({
      id: v.string(),
      body: v.string(),
      author_name: v.string(),
      author_school: v.string(),
      has_bought: v.boolean(),
      stars: v.nullable(v.number()),
      created_at: moment,
      title: v.string(),
      material_id: v.string(),
    }),
  ),
  reports: reported,
  copies: kind(v.object({ id: v.string(), title: v.string(), ...failing })),
  emails: kind(v.object({ id: v.string(), template: v.string(), recipient: v.string(), ...failing })),
} satisfies Record<Enums['due_kind'], v.GenericSchema>)
export type DueNow = v.InferOutput<typeof due>

/** Returns everything that is due, in one response of the backend. Throws if it failed. */
export async function dueNow(admin: CurrentUser): Promise<DueNow> {
  const { data } = await admin.client.rpc('console_today').throwOnError()
  return v.parse(due, data)
}

const counts = v.record(v.picklist(enums.due_kind), v.number())

/** Returns how many items of each kind are due for an admin's roles. Throws if the backend failed. */
export async function countDue(admin: Pick<CurrentUser, 'client'>): Promise<Partial<Record<Enums['due_kind'], number>>> {
  const { data } = await admin.client.rpc('count_due').throwOnError()
  return v.parse(counts, data)
}

/**
 * Retries a drive copy now.
 * @returns true if it was copied.
 * @throws if the backend failed.
 */
export async function retryCopy(admin: CurrentUser, upload: string): Promise<boolean> {
  const { data: row } = await admin.client
    .from('material_uploads')
    .select('file_path')
    .eq('id', upload)
    .maybeSingle()
    .throwOnError()
  if (!row) {
    return false
  }
  await admin.client.rpc('retry_drive_copy', { upload }).throwOnError()
  const { error } = await admin.client.functions.invoke('upload-to-drive', {
    body: { fileId: row.file_path, uploadId: upload },
  })
  return error === null
}

/** Retries an email that was given up. Throws if the backend failed. */
export async function retryEmail(admin: CurrentUser, mail: string): Promise<boolean> {
  const { data } = await admin.client.rpc('retry_email', { email_id: mail }).throwOnError()
  return data
}
