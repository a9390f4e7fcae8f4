const reasons: readonly { path: RegExp; reason: string }[] = [
  { path: /^\/upload-materials/, reason: 'Sign in to upload your work, so that we know whom to pay.' },
  { path: /^\/request-a-topic/, reason: 'Sign in to request a topic, so that we can answer you.' },
  { path: /^\/material(-preview)?\//, reason: 'Sign in to send your comment. What you wrote is saved for an hour.' },
  { path: /^\/report/, reason: 'Sign in to send your report. What you wrote is saved for an hour.' },
  { path: /^\/dashboard/, reason: 'Sign in to see your dashboard.' },
]

/** Returns why a guest must sign in before the page at `next`, or null for any other page. */
export function signInReason(next: string | null): string | null {
  return reasons.find(({ path }) => next !== null && path.test(next))?.reason ?? null
}
