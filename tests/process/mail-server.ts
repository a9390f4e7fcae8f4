import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { whenOver } from './sites.ts'

type Received = { to: string[]; from: string; user: string | null; raw: string }

/**
 * The response of a mail server to a complete email: null accepts it, a number rejects it, and 'never' does not
 * respond.
 */
type PayoutEligibility = null | number | 'never'

/** Starts a mail server of this test. With `account` it requires that sign-in. */
export async function mailServer(how: { account?: { user: string; password: string } } = {}) {
  const { account } = how
  const received: Received[] = []
  const rejected: Received[] = []
  /** The responses to the next emails; when it is empty they are accepted. */
  const eligibilities: PayoutEligibility[] = []
  /** Addresses that are unknown here. */
  const unknown = new Set<string>()
  const server = new SMTPServer({
    authOptional: !account,
    // nodemailer would reject a self-signed certificate.
    disabledCommands: account ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === account?.user && password === account?.password
        ? done(null, { user: username })
        : done(new Error('Unknown user')),
    onRcptTo: ({ address }, _session, done) =>
      unknown.has(address) ? done(Object.assign(new Error('No such user here'), { responseCode: 550 })) : done(),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const letter = {
          to: rcptTo.map(({ address }) => address),
          from: mailFrom ? mailFrom.address : '',
          user: session.user ?? null,
          raw: Buffer.concat(chunks).toString(),
        }
        const eligibility = eligibilities.shift() ?? null
        if (eligibility === null) {
          received.push(letter)
          done()
          return
        }
        rejected.push(letter)
        if (eligibility !== 'never') {
          done(Object.assign(new Error('Try again later'), { responseCode: eligibility }))
        }
      })
    },
  })
  // A killed client is not this test's failure.
  server.on('error', () => {})
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()))
  whenOver(stop)
  return {
    url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    port: (listening.address() as AddressInfo).port,
    received,
    refused: rejected,
    verdicts: eligibilities,
    unknown,
    stop,
    /** Resolves with the next email when it arrives. */
    async next(): Promise<Received & { mail: Email }> {
      for (let tries = 0; tries < 1200; tries += 1) {
        const letter = received.shift()
        if (letter) {
          return { ...letter, mail: await PostalMime.parse(letter.raw) }
        }
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      throw new Error('No email arrived')
    },
  }
}
