import type { Limited } from './limits.server.ts'

const sentences: Record<Limited, (wait: string) => string> = {
  'sign-in': (wait) =>
    `There were too many attempts to sign in from here. Wait ${wait}, then try again. Your account is not locked.`,
  'sign-up': (wait) => `Many accounts were created from here in a short time. Wait ${wait}, then press Sign Up again.`,
  'new-password': (wait) => `Many emails were requested from here. Look in your spam folder, or wait ${wait} and ask again.`,
  resend: (wait) => `Many emails were requested from here. Look in your spam folder, or wait ${wait} and ask again.`,
  'mail-link': (wait) =>
    `Many links were used from your connection in a short time. This one still works. Wait ${wait}, then try again.`,
  'present-password': (wait) =>
    `There were too many attempts. Wait ${wait}, then try again, or sign out and choose a new password by email.`,
  'second-factor': (wait) => `There were too many wrong codes. Wait ${wait}, then try again, or use a passkey if you have one.`,
  'new-email': (wait) => `A new email was requested too often. Wait ${wait}, then try again.`,
  export: (wait) => `You downloaded your data several times in a short time. Wait ${wait}, then try again.`,
  comment: (wait) => `Many comments came from here in a short time. Wait ${wait}, then send yours again.`,
  report: (wait) => `Many reports came from here in a short time. Wait ${wait}, then send yours again.`,
  'topic-request': (wait) => `Many requests came from here in a short time. Wait ${wait}, then send yours again.`,
  contact: (wait) => `Many messages came from here in a short time. Wait ${wait}, then send yours again.`,
  alert: (wait) => `Alerts were requested often from here. Look in your spam folder, or wait ${wait} and ask again.`,
  'test-mail': (wait) => `Many test emails were sent. Wait ${wait}, then try again.`,
  search: (wait) => `Many searches came from your connection in a short time. Wait ${wait}, then try again.`,
  'share-picture': (wait) => `Many pictures were requested from your connection in a short time. Wait ${wait}, then try again.`,
  'views-and-clicks': (wait) =>
    `Many pages were opened from your connection in a short time. For ${wait} they are answered and not counted.`,
  'file-in-pieces': (wait) => `Many uploads were started from here in a short time. Wait ${wait}, then send yours again.`,
  'file-values': (wait) => `Many files were read from here in a short time. Wait ${wait}, then choose yours again.`,
  payment: (wait) => `Many payments were started from here in a short time. Wait ${wait}, then try again. Nothing was charged.`,
  'discount-code': (wait) => `Many unknown codes were tried from here. Wait ${wait}, or pay without a code.`,
  'order-look-up': (wait) => `Orders were requested often from here. Look in your spam folder, or wait ${wait} and ask again.`,
  download: (wait) => `Many files were requested from your connection in a short time. Wait ${wait}, then try again.`,
  'account-name': (wait) => `The account was checked often. Wait ${wait}, then try again.`,
  upload: (wait) => `Many files were sent from here in a short time. Wait ${wait}, then send yours again.`,
}

/** Returns the sentence for a rate-limited visitor. `seconds` until the next allowed attempt. */
export function tooMany(what: Limited, seconds: number): string {
  return sentences[what](describeWait(seconds))
}

/** Describes a wait, rounded up: '20 seconds', 'a minute', '3 minutes', 'an hour'. */
export function describeWait(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  const hours = Math.ceil(seconds / 3600)
  switch (true) {
    case seconds < 50:
      return seconds === 1 ? 'a second' : `${seconds} seconds`
    case minutes < 50:
      return minutes === 1 ? 'a minute' : `${minutes} minutes`
    default:
      return hours === 1 ? 'an hour' : `${hours} hours`
  }
}
