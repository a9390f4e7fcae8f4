import { href } from 'react-router'
/** The facts about a student that decide their next step. Amounts in kobo. */
export type Progress = {
  hasProfile: boolean
  /** Incomplete: the account number has fewer than ten digits, so nothing can be paid to it. */
  bankAccount: 'missing' | 'incomplete' | 'complete'
  uploads: { total: number; pending: number; approved: number; asked: number }
  sales: number
  /** The title of the newest work that the student must change, or null. */
  askedTitle: string | null
  /** The address of the student's newest material in the shop, or null. */
  publicPage: string | null
}

/** A step towards the first sale, in the order of the checklist. */
export type Step = { label: string; done: boolean }

/** The one thing to do next. `to` is a page, or 'edit-profile' for the dialog of the dashboard. */
export type NextStep = { title: string; text: string; button: string; to: string }

/** Returns the steps from a new account to the first sale. A sale proves the steps before it, also after an upload is gone. */
export function getChecklist({ hasProfile, bankAccount, uploads, sales }: Progress): Step[] {
  return [
    { label: 'Profile complete', done: hasProfile },
    { label: 'First upload sent', done: uploads.total > 0 || sales > 0 },
    { label: 'First upload approved', done: uploads.approved > 0 || sales > 0 },
    {
      label: bankAccount === 'incomplete' ? 'Account number complete' : 'Bank details added',
      done: bankAccount === 'complete',
    },
    { label: 'First sale', done: sales > 0 },
  ]
}

/**
 * Returns the next step of a student, or null if there is nothing to do. Changes that the reviewer asks for come first,
 * then missing bank details, then the steps to the first sale, which is celebrated until there is a second one.
 */
export function getNextStep({ hasProfile, bankAccount, uploads, askedTitle, sales, publicPage }: Progress): NextStep | null {
  if (uploads.asked > 0) {
    return {
      title: uploads.asked === 1 ? 'The reviewer asks for a change' : `The reviewer asks for changes to ${uploads.asked} works`,
      text:
        uploads.asked === 1 && askedTitle !== null
          ? `“${askedTitle}” can be approved once you have answered.`
          : 'They can be approved once you have answered with new files.',
      button: 'See what to change',
      to: `${href('/upload-materials')}#waiting-for-you`,
    }
  }
  if (sales > 0 && bankAccount === 'missing') {
    return {
      title: 'Tell us where to pay you',
      text: 'Your work has been sold. We can pay your share once we have your bank details.',
      button: 'Add bank details',
      to: `${href('/dashboard')}?bank`,
    }
  }
  if (bankAccount === 'incomplete' && (sales > 0 || (uploads.total > 0 && hasProfile))) {
    return {
      title: 'Complete your account number',
      text: 'The account number in your profile does not have 10 digits, so we cannot pay to it.',
      button: 'Correct it',
      to: `${href('/dashboard')}?bank`,
    }
  }
  if (sales === 1) {
    return {
      title: 'Your first sale',
      text: 'Another student learns from your work now. The statement says when your share is yours.',
      button: 'See your statement',
      to: href('/dashboard/earnings'),
    }
  }
  if (sales > 1) {
    return null
  }
  if (uploads.total === 0) {
    return {
      title: 'Upload your first work',
      text: 'A seminar, care study or project that you wrote. A reviewer reads it and answers within 3-5 business days.',
      button: 'Upload your first work',
      to: href('/upload-materials'),
    }
  }
  if (!hasProfile) {
    return {
      title: 'Complete your profile',
      text: 'Your name and institution are missing. The reviewer needs them to know whose work it is.',
      button: 'Complete your profile',
      to: 'edit-profile',
    }
  }
  if (bankAccount === 'missing') {
    return {
      title: 'Tell us where to pay you',
      text: 'Add your bank details now, so that your share is paid as soon as a sale is final.',
      button: 'Add bank details',
      to: `${href('/dashboard')}?bank`,
    }
  }
  return publicPage === null
    ? null
    : {
        title: 'Share your work with classmates',
        text: 'It is in the shop. Most first sales come from people who know you.',
        button: 'Open its page',
        to: publicPage,
      }
}

/** Returns the title and the text of a next step, or what a student reads while there is none. */
export function describeNextStep(step: NextStep | null): { title: string; text: string } {
  return step ?? { title: 'Nothing to do for now', text: 'We email you when the reviewer has answered.' }
}

/** Returns true if all steps to the first sale are done and there is no next one, so that the dashboard shows none. */
export function isAllDone(step: NextStep | null, checklist: readonly Step[]): boolean {
  return step === null && checklist.every(({ done }) => done)
}
