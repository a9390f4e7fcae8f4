import type { Enums } from './database.ts'

/** A message of the contact page. */
export type ContactMessage = { name: string; email: string; about: Enums['message_about']; body: string }
