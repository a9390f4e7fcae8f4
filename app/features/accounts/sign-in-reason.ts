type Reason = {
  path: RegExp
  reason: string
  /** The beginning of the form's name whose values are saved while the guest signs in. */
  form?: string
}

const reasons: readonly Reason[] = [
  { path: /^\/upload-materials/, reason: 'Sign in to upload your work, so that we know whom to pay.' },
  { path: /^\/request-a-topic/, reason: 'Sign in to request a topic, so that we can answer you.' },
  { path: /^\/material(-preview)?\//, reason: 'Sign in to send your comment.', form: 'comment on ' },
  { path: /^\/report/, reason: 'Sign in to send your report.', form: 'report of ' },
  { path: /^\/dashboard/, reason: 'Sign in to see your dashboard.' },
]

/**
 * Returns why a guest must sign in before the page at `next`, or null for any other page.
 * @param saved the name of the form whose values are saved; null if nothing was written.
 */
export function signInReason(next: string | null, saved: string | null): string | null {
  const found = reasons.find(({ path }) => next !== null && path.test(next))
  if (!found) {
    return null
  }
  const isWritten = found.form !== undefined && saved?.startsWith(found.form)
  return isWritten ? `${found.reason} What you wrote is saved for an hour.` : found.reason
}
