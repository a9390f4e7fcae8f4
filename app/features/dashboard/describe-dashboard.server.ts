import { describeAccount } from '../earnings/describe-payout.server.ts'
import { describeNext } from '../earnings/labels.ts'
import { getMoneyParts, type MoneyParts } from '../earnings/money-bar.tsx'
import type { Earnings } from '../earnings/queries.server.ts'
import { isCompleteAccountNumber } from '../profiles/account-number.ts'
import type { BankDetails, Profile } from '../profiles/queries.server.ts'
import type { Holidays } from '../uploads/review-due.ts'
import {
  countUploads,
  describeProgress,
  isAskedForChanges,
  type UploadCounts,
  type UploadState,
} from '../uploads/shown-uploads.server.ts'
import { getChecklist, getNextStep, type NextStep, type Progress, type Step } from './next-step.ts'
import { uploadTrack } from './upload-track.ts'
import type { TrackedUpload } from './uploads-section.tsx'

type Account = Pick<BankDetails, 'bank_name' | 'account_number'>

/** The data of a student's dashboard. */
type Facts = {
  profile: Pick<Profile, 'first_name' | 'last_name' | 'Institition'>
  uploads: readonly UploadState[]
  earnings: Earnings
  /** The saved bank details; those that the student has yet to confirm. Numbers may be masked, with their length. */
  bank: Account | null
  unconfirmed: Account | null
  /** The addresses of published materials by upload id, newest first. */
  publicPages: ReadonlyMap<string, string>
  holidays: Holidays
  now: Date
}

/** The sentences of a student's dashboard. */
export type DashboardWords = {
  counts: UploadCounts
  /** The sentence about the reviewer's answers. */
  reviews: string
  /** The account that waits for the student's confirmation, or null. */
  unconfirmed: string | null
  nextStep: { step: NextStep | null; checklist: Step[] }
  payout: string
  /** Null before the first sale. */
  parts: MoneyParts | null
  uploads: (TrackedUpload & { remarks: string })[]
}

/** Returns what a student's dashboard says at a given time. The console shows the same words. */
export function describeDashboard(facts: Facts): DashboardWords {
  const { profile, uploads, earnings, bank, unconfirmed, publicPages, holidays, now } = facts
  const counts = countUploads(uploads, holidays, now)
  // The latest values count until the student confirms the account.
  const { account_number: number } = unconfirmed ?? bank ?? { account_number: null }
  const progress: Progress = {
    hasProfile: Boolean(profile.first_name && profile.last_name && profile.Institition),
    bankAccount: !number ? 'missing' : isCompleteAccountNumber(number) ? 'complete' : 'incomplete',
    uploads: counts,
    askedTitle: uploads.find(isAskedForChanges)?.title ?? null,
    sales: earnings.sales,
    publicPage: publicPages.values().next().value ?? null,
  }
  return {
    counts,
    reviews: describeReviews(counts),
    unconfirmed: describeAccount(unconfirmed),
    nextStep: { step: getNextStep(progress), checklist: getChecklist(progress) },
    payout: describePayoutTile(earnings),
    parts: earnings.months.length > 0 ? getMoneyParts(earnings) : null,
    uploads: uploads.map((upload) => {
      const publicPage = publicPages.get(upload.id) ?? null
      const state = describeProgress(upload, holidays, now)
      return {
        id: upload.id,
        title: upload.title,
        steps: uploadTrack(state, publicPage !== null),
        publicPage,
        remarks: state.remarks,
      }
    }),
  }
}

/** Describes the next payout beside the earnings, or the share of a sale. */
export function describePayoutTile(earnings: Pick<Earnings, 'next'> | null): string {
  const next = earnings && describeNext(earnings)
  return next ? `Next payout: ${next}` : 'Half of each sale of your works.'
}

/** Describes what a student waits for: their first upload, their change, or the reviewer's answers. */
export function describeReviews({ total, pending, asked, firstDue }: UploadCounts): string {
  if (total === 0) {
    return 'You have not uploaded anything yet. Your first upload takes five minutes.'
  }
  if (asked > 0 && firstDue === null) {
    return 'The reviewer is waiting for your change.'
  }
  const read = pending - asked
  if (read === 0 || firstDue === null) {
    return 'Every work you sent has been answered.'
  }
  const works =
    asked > 0
      ? `${asked === 1 ? 'One work needs' : `${asked} works need`} you, ${read === 1 ? 'and another is' : `and ${read} others are`}`
      : read === 1
        ? 'One of your works is'
        : `${read} of your works are`
  const answer = read === 1 ? 'The answer' : 'The first answer'
  return firstDue.late
    ? `${works} with the reviewer. ${answer} was due by ${firstDue.on} and is late.`
    : `${works} with the reviewer. ${answer} is due by ${firstDue.on}.`
}
