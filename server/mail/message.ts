/** A mail on its way out. The text part is always there: phones on slow lines show it first. */
export type Message = { to: string; subject: string; html: string; text: string }

/** Hands a message over for delivery. Rejects when it could not be handed over. */
export type Mailer = { send(message: Message): Promise<void> }
