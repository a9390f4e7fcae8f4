import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { whenOver } from './sites.ts'

type Received = { to: string[]; from: string; user: string | null; raw: string }

/** How a mail server takes a mail that was sent to the end: null is well, a number is its refusal, and never is never an answer. */
type PayoutEligibility = null | number | 'never'

/** A mail server of this test. With `account` it takes mail only from who signs in with it. */
export async function mailServer(how: { account?: { user: string; password: string } } = {}) {
  const { account } = how
  const received: Received[] = []
  const refused: Received[] = []
  /** What is said of the next mails; when it is empty they are taken. */
  const eligibilities: PayoutEligibility[] = []
  /** Addresses that are unknown here. */
  const unknown = new Set<string>()
  const server = new SMTPServer({
    authOptional: !account,
    // nodemailer would refuse a certificate of the test's own making.
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
        refused.push(letter)
        if (eligibility !== 'never') {
          done(Object.assign(new Error('Try again later'), { responseCode: eligibility }))
        }
      })
    },
  })
  // A client that is killed is not this test's failure.
  server.on('error', () => {})
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()))
  whenOver(stop)
  return {
    url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    port: (listening.address() as AddressInfo).port,
    received,
    refused,
    verdicts: eligibilities,
    unknown,
    stop,
    /** The next mail, when it has come. */
    async next(): Promise<Received & { mail: Email }> {
      for (let tries = 0; tries < 1200; tries += 1) {
        const letter = received.shift()
        if (letter) {
          return { ...letter, mail: await PostalMime.parse(letter.raw) }
        }
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      throw new Error('No mail came')
    },
  }
}
