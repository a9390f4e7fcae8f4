/** The kinds of items that can be reported. */
export type Kind = 'material' | 'comment'

/** The reasons of reports, in the form and in the console. Today shows `urgent` ones before topic requests. */
export const reasons = [
  { value: 'patient', label: 'It names a patient or a student', urgent: true },
  { value: 'copied', label: "It is someone else's work" },
  { value: 'harmful', label: 'It is wrong, or could harm a patient', urgent: true },
  { value: 'rude', label: 'It is rude, or spam' },
  { value: 'payment', label: 'The payment page does not work', of: 'material' },
  { value: 'other', label: 'Something else' },
] as const satisfies readonly { value: string; label: string; urgent?: true; of?: Kind }[]

/** Returns the possible reasons for one kind of item. */
export function getReasons(kind: Kind): { value: string; label: string }[] {
  return reasons.filter((reason) => !('of' in reason) || reason.of === kind).map(({ value, label }) => ({ value, label }))
}

/** Returns the label of a stored reason. */
export function describeReason(stored: string): string {
  return reasons.find(({ value }) => value === stored)?.label ?? stored
}

/** The labels of the outcomes. */
export const outcomes = {
  nothing_to_do: 'Nothing to do',
  dealt_with: 'Dealt with',
  declined: 'The comment was declined',
  unpublished: 'The material was taken off the site',
} as const
export type Outcome = keyof typeof outcomes

/** The toasts after a report: stored, or already reported by this user. */
export const reportSent = { title: 'Report sent', text: 'Thank you. We will look at it soon.' } as const
export const reportedBefore = {
  title: 'You reported this already',
  text: 'Your report is still open. We will look at it soon; you do not need to report it again.',
} as const
