import type { Detail } from '#app/ui/details-list.tsx'
import { formatMoment } from '#app/platform/text/dates.ts'
import type { AccountDetails } from './admin.server.ts'

/** Returns what the console says about an account. `mismatch`: how the bank's name differs from the profile, if it does. */
export function getAccountDetails(account: AccountDetails, mismatch: string | null): Detail[] {
  return [
    { term: 'Email', value: account.email },
    { term: 'Confirmed', value: account.confirmed_at ? formatMoment(account.confirmed_at) : 'not yet' },
    { term: 'Since', value: formatMoment(account.created_at) },
    { term: 'Last sign-in', value: account.last_sign_in_at && formatMoment(account.last_sign_in_at) },
    { term: 'Institution', value: account.school },
    { term: 'Course', value: account.course_of_study },
    { term: 'Telephone', value: account.phone_number },
    { term: 'Topic requests', value: String(account.requests) },
    { term: 'Comments', value: String(account.comments) },
    { term: 'Bank details', value: account.has_bank_details ? `given${mismatch ? `. ${mismatch}` : ''}` : 'not given' },
  ]
}
