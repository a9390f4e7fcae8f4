import * as v from 'valibot'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { textPattern } from '#app/platform/lists/keyset.server.ts'
import { storedOrder } from '#app/services/stored-order.ts'
import { earnings } from '../earnings/queries.server.ts'
import type { EmailLine } from '../outbox/admin.server.ts'

const text = v.nullable(v.string())
/** Bank details with a number of which only the last four digits are readable. */
const account = v.object({ bank_name: text, masked_number: text, changed_at: text })
const details = v.nullable(
  v.object({
    profile_id: text,
    /** The confirmed address; null for an account without one. */
    email: text,
    order_count: v.number(),
    spent_kobo: v.number(),
    /**
     * `reached_limit`: how often a file can be downloaded in a day, if one of the order's was. `downloads`: how often all
     * were.
     */
    orders: v.array(
      v.object({
        ...v.omit(storedOrder, ['payment_url']).entries,
        reached_limit: v.nullable(v.number()),
        downloads: v.number(),
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
          'hold',
          'hold_ended',
          'account.blocked',
          'account.unblocked',
          'message',
          'reply',
        ]),
        at: v.string(),
        /** The title of the work, the reason of a hold or a block, or the first words of a message. */
        title: v.string(),
        /** The id of the order, the upload, the sale, the hold, the account or the conversation. */
        record: v.string(),
        amount_kobo: v.nullable(v.number()),
        currency: text,
        /** The state of the dispute or the sale, or Paystack's status of the refund. */
        state: text,
      }),
    ),
    /** The hold on payouts, by an admin or after a returned payout; null without one. */
    hold: v.nullable(v.object({ id: v.string(), reason: v.string(), created_at: v.string(), is_return: v.boolean() })),
    /** The data of a student's own pages; null for a buyer without an account. */
    student: v.nullable(
      v.object({
        first_name: v.string(),
        last_name: v.string(),
        institution: text,
        earnings,
        bank: v.nullable(account),
        unconfirmed_bank: v.nullable(account),
        /** Newest first; `slug` is that of the page in the shop. */
        uploads: v.array(
          v.object({
            id: v.string(),
            title: v.string(),
            upload_status: v.string(),
            created_at: v.string(),
            waiting_since: text,
            file_replaced_at: text,
            file_removal_due: text,
            file_removed_at: text,
            file_changed_at: text,
            terms_version: text,
            slug: text,
          }),
        ),
      }),
    ),
    notes: v.array(v.object({ id: v.string(), words: v.string(), author: v.string(), created_at: v.string() })),
  }),
)
/**
 * Orders and payouts (the fifty newest of each), other events (the newest 200) and notes of a student or a buyer, and
 * the data of the student's own pages.
 */
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
