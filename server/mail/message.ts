/** A mail on its way out. The text part is always there: phones on slow lines show it first. */
export type Message = {
  to: string
  subject: string
  html: string
  text: string
  /** What stays the same when a mail has to be sent a second time, so that mail programs show it once. Letters, digits and hyphens. */
  id?: string
}

/** Hands a message over for delivery. Rejects when it could not be handed over. */
export type Mailer = { send(message: Message): Promise<void> }

/** A mail as its template says it (app/emails), and what it is filled in with. */
export type RenderMail = (template: string, details: unknown) => Promise<{ subject: string; html: string }>
