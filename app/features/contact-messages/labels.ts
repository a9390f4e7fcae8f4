import type { Enums } from '#app/platform/process/database.ts'

/** Subjects of a message, in the form and in the console. */
export const aboutLabels = {
  order: 'Something I bought',
  upload: 'A work I uploaded',
  payout: 'My payouts',
  other: 'Anything else',
} as const satisfies Record<Enums['message_about'], string>
