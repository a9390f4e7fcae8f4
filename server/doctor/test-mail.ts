import type { Mailer } from '../mail/message.ts'

/**
 * Sends one mail at once, past the outbox, so that its sender is told whether the mail server took it.
 * @returns null when it did; otherwise its reason.
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
