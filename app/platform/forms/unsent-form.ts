import { isRouteErrorResponse } from 'react-router'

/** A form that was not saved: its account is not the one that is signed in, or its page is out of date. */
export type UnsentForm = {
  /** The address of the account that is signed in; null if none is. */
  signedInAs: string | null
  /** True if the buttons of its page have other addresses now. */
  isOutdated?: true
  /** The address to send it to again. */
  action: string
  /** The typed values by field, without passwords and files. */
  fields: [name: string, value: string][]
  hadFile: boolean
}

/** Returns the form of an error that the server threw to keep its text, or null for any other error. */
export function getUnsentForm(error: unknown): UnsentForm | null {
  const thrown = isRouteErrorResponse(error) ? (error.data as { unsent?: UnsentForm } | null) : null
  return thrown?.unsent ?? null
}

/** Returns the reason in a sentence, for a form that still shows its text. */
export function describeUnsent({ signedInAs, isOutdated }: UnsentForm): string {
  if (isOutdated) {
    return 'Nothing was saved: this page has changed since you opened it. Copy what you typed, then reload it.'
  }
  return signedInAs
    ? `Nothing was saved: this page is of another account, and you are signed in as ${signedInAs} now. Sign in to that account in another tab, then send it again.`
    : 'Nothing was saved: you are signed out. Sign in in another tab, then send it again.'
}
