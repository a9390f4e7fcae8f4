/** An email to send. It always has a text part: phones on slow connections show it first. */
export type Message = {
  to: string
  subject: string
  html: string
  text: string
  /**
   * The Message-ID. It stays the same when an email is sent a second time, so that mail programs show it once.
   * Letters, digits and hyphens.
   */
  id?: string
  /** The address at which the reader ends such emails: a page, which also takes a POST of a mail program (RFC 8058). */
  unsubscribe?: string | undefined
}

/** A sender of messages. `send` rejects when the message could not be sent. */
export type Mailer = { send(message: Message): Promise<void> }

/** A function that renders a template (app/emails) with its details. */
export type RenderMail = (template: string, details: unknown) => Promise<Pick<Message, 'subject' | 'html' | 'unsubscribe'>>
