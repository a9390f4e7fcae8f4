import * as v from 'valibot'
import { enums } from '#app/platform/process/database.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { textPattern } from '#app/platform/lists/keyset.server.ts'
import type { EmailLine } from '../outbox/admin.server.ts'

const text = v.nullable(v.string())
const details = v.nullable(
  v.object({
    profile_id: text,
    /** The confirmed address; null for an account without one. */
    email: text,
    order_count: v.number(),
    spent_kobo: v.number(),
    orders: v.array(
      v.object({
        id: v.string(),
        reference: v.string(),
        title: v.string(),
        amount_kobo: v.number(),
        paid_kobo: v.nullable(v.number()),
        paid_currency: v.string(),
        state: v.picklist(enums.order_state),
        refund_state: v.nullable(v.picklist(enums.refund_state)),
        refunded_kobo: v.number(),
        paid_at: text,
        created_at: v.string(),
      }),
    ),
    payouts: v.array(
      v.object({
        id: v.string(),
        run_id: v.string(),
        amount_kobo: v.number(),
        created_at: v.string(),
        paid_at: text,
        returned_at: text,
      }),
    ),
    events: v.array(
      v.object({
        kind: v.picklist([
          'refund_asked',
          'refund',
          'dispute',
          'review.approved',
          'review.rejected',
          'review.changes_asked',
          'review.reopened',
          'sale',
        ]),
        at: v.string(),
        title: v.string(),
        /** The id of the order, the upload or the sale. */
        record: v.string(),
        amount_kobo: v.nullable(v.number()),
        currency: text,
        /** The state of the dispute or the sale, or Paystack's status of the refund. */
        state: text,
      }),
    ),
    earnings: v.nullable(
      v.object({
        earned_kobo: v.number(),
        pending_kobo: v.number(),
        available_kobo: v.number(),
        sales: v.number(),
      }),
    ),
    notes: v.array(v.object({ id: v.string(), words: v.string(), author: v.string(), created_at: v.string() })),
  }),
)
/** Orders and payouts (the fifty newest of each), other events (the newest 200), sums and notes of a student or a buyer. */
export type Person = NonNullable<v.InferOutput<typeof details>>

/** Returns a student by the profile, or a buyer by the address; null if there is none. Throws if the backend failed. */
export async function findPerson(admin: CurrentUser, by: { profile: string } | { email: string }): Promise<Person | null> {
  const { data } = await admin.client
    .rpc('person_details', 'profile' in by ? { of_profile: by.profile } : { of_email: by.email })
    .throwOnError()
  return v.parse(details, data)
}

/** The number of emails on a page. */
const MAX_EMAILS = 20
const emailColumns = 'id, template, recipient, profile_id, attempts, next_attempt_at, sent_at, dead_at, last_error, created_at'

/**
 * Returns the twenty newest emails of the outbox to a student or an address. Those about orders go to an address, also
 * when it has an account. Throws if the backend failed.
 */
export async function listPersonEmails(
  admin: CurrentUser,
  { profile_id, email }: Pick<Person, 'profile_id' | 'email'>,
): Promise<EmailLine[]> {
  const list = () => admin.client.from('outbox').select(emailColumns).order('created_at', { ascending: false }).limit(MAX_EMAILS)
  const [ofProfile, ofAddress] = await Promise.all([
    profile_id === null ? null : list().eq('profile_id', profile_id).throwOnError(),
    email === null ? null : list().is('profile_id', null).ilike('recipient', textPattern(email)).throwOnError(),
  ])
  return [...(ofProfile?.data ?? []), ...(ofAddress?.data ?? [])]
    .toSorted((one, other) => Date.parse(other.created_at) - Date.parse(one.created_at))
    .slice(0, MAX_EMAILS)
}

/** Returns the emails about an order, the newest first. Throws if the backend failed. */
export async function listOrderEmails(admin: CurrentUser, order: string): Promise<EmailLine[]> {
  const { data } = await admin.client
    .from('outbox')
    .select(emailColumns)
    .eq('order_id', order)
    .order('created_at', { ascending: false })
    .limit(MAX_EMAILS)
    .throwOnError()
  return data
}

/** Adds a note about a student or a buyer. False if there is no such person. Throws if the backend failed. */
export async function addNote(
  admin: CurrentUser,
  { profile_id, email }: Pick<Person, 'profile_id' | 'email'>,
  { note_id, words }: { note_id: string; words: string },
): Promise<boolean> {
  const { data } = await admin.client
    .rpc('add_person_note', { note_id, of_profile: profile_id, of_email: profile_id ? null : email, words })
    .throwOnError()
  return data
}

/** Deletes a note. False if it is gone. Throws if the backend failed. */
export async function deleteNote(admin: CurrentUser, note: string): Promise<boolean> {
  return (await admin.client.rpc('delete_person_note', { note_id: note }).throwOnError()).data
}
