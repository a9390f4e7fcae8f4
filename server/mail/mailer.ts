import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import type { Transporter } from 'nodemailer'
import type { Environment } from '../environment.ts'
import type { Mailer, Message } from './message.ts'

/**
 * Creates the mailer of the environment: a mail server (SMTP_URL) or files. Users submit addresses and subjects, and
 * a line break in them could add headers, so it is rejected here too.
 */
export function openMailer(env: Pick<Environment, 'smtpUrl' | 'mailFrom' | 'dataDirectory'>): Mailer {
  const domain = env.mailFrom.match(/@([A-Za-z0-9.-]+)/)?.[1] ?? 'localhost'
  const deliver = env.smtpUrl ? bySmtp(env.smtpUrl) : intoFiles(path.join(env.dataDirectory, 'mail'))
  return {
    async send({ id, unsubscribe, ...message }) {
      if (/[\r\n]/.test(message.to + message.subject)) {
        throw new Error('Could not send an email: its address or subject contains a line break')
      }
      const messageId = id === undefined ? undefined : `<${id}@${domain}>`
      const headers = {
        'Auto-Submitted': 'auto-generated',
        ...(unsubscribe !== undefined && {
          'List-Unsubscribe': `<${unsubscribe}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      }
      await deliver({ from: env.mailFrom, ...message, messageId, headers })
    },
  }
}

type Letter = Omit<Message, 'id' | 'unsubscribe'> & {
  from: string
  messageId: string | undefined
  headers: Record<string, string>
}

/**
 * Timeouts of a silent mail server, in milliseconds. nodemailer would wait for minutes, longer than an email's lease.
 */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

function bySmtp(url: string) {
  let transport: Transporter | undefined
  return async (letter: Letter) => {
    transport ??= (await transports()).createTransport({ url, ...PATIENCE })
    await transport.sendMail(letter)
  }
}

/** nodemailer is loaded with the first email, because its 37 modules would slow down each start. */
const transports = () => import('nodemailer')

/**
 * Connects to a mail server and signs in, without sending anything.
 * @returns null on success, otherwise the reason.
 */
export async function testMailServer(url: string): Promise<string | null> {
  const { createTransport } = await transports()
  const transport = createTransport({ url, ...PATIENCE })
  try {
    await transport.verify()
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    transport.close()
  }
}

/**
 * Writes each message as an RFC 5322 file, DATA_DIR/mail/<time>-<random>.eml. It gets this name only when it is
 * complete.
 */
function intoFiles(directory: string) {
  return async (letter: Letter) => {
    const { createTransport } = await transports()
    const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
    const composed = await composer.sendMail(letter)
    await fs.mkdir(directory, { recursive: true, mode: 0o700 })
    const name = `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}`
    const arriving = path.join(directory, `.${name}.part`)
    try {
      await fs.writeFile(arriving, composed.message as Buffer, { mode: 0o600 })
      await fs.rename(arriving, path.join(directory, `${name}.eml`))
    } catch (error) {
      // A full disk leaves a part of the file, and each of the next attempts would leave another.
      await fs.rm(arriving, { force: true })
      throw error
    }
  }
}
