/*
 * The rules of refunds and payouts, in one place for every page that states them (SPEC 9: the 7-day window, 50%). The terms state them as
 * text that the operator may change (supabase/seed/settings/terms.yaml); rules.test.ts holds the shipped terms against these.
 */

/** Days after paying in which a buyer may ask for a refund; until they are over the share of a sale waits. */
export const REFUND_DAYS = 7
/** The day of the week on which payouts are made. */
export const PAYOUT_DAY = 'Friday'
/** Hours after a change of bank details in which nothing is paid to them: long enough for the owner of the account to read the mail. */
export const HOURS_AFTER_A_CHANGE = 48
/** What a buyer who is not satisfied may do, in one sentence for all pages. */
export const refundRule = `If you are not satisfied with a material, tell us why within ${REFUND_DAYS} days of paying, and we correct the problem or refund you.`
