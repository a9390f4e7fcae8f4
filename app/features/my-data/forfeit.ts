import { formatKobo } from '#app/platform/text/money.ts'

/** Returns the sentence with which a user forfeits their balance (kobo). */
export const forfeitSentence = (kobo: number) => `I give up ${formatKobo(kobo)}`

/** Returns true if the text is that sentence, ignoring case, spaces, currency sign and commas. */
export function confirmsForfeit(values: string, kobo: number): boolean {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[\s,₦.]+$|[\s,₦]+/g, '')
  return plain(values) === plain(forfeitSentence(kobo))
}
