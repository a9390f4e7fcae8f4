import type { Mailer } from '../mail/message.ts'

/**
 * Sends one email immediately, bypassing the outbox, so that the admin learns whether the mail server accepted it.
 * @returns null on success, otherwise the reason.
 */
export async function testMail(mailer: Mailer, to: string, siteUrl: string): Promise<string | null> {
  const text = `This is a test mail from Lamplight at ${siteUrl}. If you can read it, mails leave. Look whether it arrived in the inbox and not in the spam folder.`
  try {
    await mailer.send({ to, subject: 'A test mail from Lamplight', text, html: `<p>${text}</p>` })
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
