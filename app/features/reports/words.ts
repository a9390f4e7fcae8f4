/** What may be reported. */
export type Kind = 'material' | 'comment'

/** Why one reports: the words of the form, and of the console. `urgent` ones are shown to the operator before topic requests. */
export const reasons = [
  { value: 'patient', label: 'It names a patient or a student', urgent: true },
  { value: 'copied', label: "It is somebody else's work" },
  { value: 'harmful', label: 'It is wrong, or could harm a patient', urgent: true },
  { value: 'rude', label: 'It is rude, or spam' },
  { value: 'payment', label: 'The payment page does not work', of: 'material' },
  { value: 'other', label: 'Something else' },
] as const satisfies readonly { value: string; label: string; urgent?: true; of?: Kind }[]

/** The reasons that there can be for one kind of thing. */
export function reasonsOf(kind: Kind): { value: string; label: string }[] {
  return reasons.filter((reason) => !('of' in reason) || reason.of === kind).map(({ value, label }) => ({ value, label }))
}

/** A stored reason in words. */
export function reasonInWords(stored: string): string {
  return reasons.find(({ value }) => value === stored)?.label ?? stored
}

/** What became of a report, in words. */
export const outcomes = {
  nothing_to_do: 'Nothing to do',
  dealt_with: 'Dealt with',
  declined: 'The comment was declined',
} as const
export type Outcome = keyof typeof outcomes

/** What is said once a report is kept, and to who reported the same thing before. */
export const reportSent = { title: 'Report sent', text: 'Thank you. We will look at it soon.' } as const
export const reportedBefore = {
  title: 'You reported this already',
  text: 'Your report is still open. We will look at it soon; you do not need to report it again.',
} as const
