import { formatKobo } from '#app/platform/text/money.ts'

/** The sentence by which somebody gives up what they are owed (kobo). */
export const givingUp = (kobo: number) => `I give up ${formatKobo(kobo)}`

/** Whether it was typed, in whatever letters and spaces, with or without the sign and commas. */
export function confirmsForfeit(values: string, kobo: number): boolean {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[\s,₦.]+$|[\s,₦]+/g, '')
  return plain(values) === plain(givingUp(kobo))
}
