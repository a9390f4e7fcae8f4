/** A mail to send. It always has a text part: phones on slow connections show it first. */
export type Message = {
  to: string
  subject: string
  html: string
  text: string
  /**
   * The Message-ID. It stays the same when a mail is sent a second time, so that mail programs show it once. Letters, digits and hyphens.
   */
  id?: string
}

/** Sends a message. Rejects when it could not be sent. */
export type Mailer = { send(message: Message): Promise<void> }

/** The name of a template (app/emails) and its details. */
export type RenderMail = (template: string, details: unknown) => Promise<{ subject: string; html: string }>
