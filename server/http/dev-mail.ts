import type { HttpBindings } from '@hono/node-server'
import fs from 'node:fs/promises'
import path from 'node:path'
import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { ifMissing } from '../missing-file.ts'
import { onlyHere } from '../responses/only-here.ts'
import { testModePage } from '../responses/plain-page.ts'

type Bindings = { Bindings: HttpBindings }

const ENDING = '.eml'
const FILE = /^[\w-]+\.eml$/
/** A page with the text of an email has the name of its file without the ending. */
const PAGE = /^[\w-]+$/

/**
 * Serves /dev/mail: the emails of demo mode. They contain links that sign users in, so only requests from this
 * machine are allowed: from a loopback address, to a loopback host, without a proxy. All others get 404.
 */
export function devMail(dataDirectory: string, notHere: (c: Context<Bindings>) => Response | Promise<Response>): Hono<Bindings> {
  const directory = path.join(dataDirectory, 'mail')
  const app = new Hono<Bindings>()
  app.use('*', onlyHere(notHere))

  app.get('/', async (c) => {
    const names = (await fs.readdir(directory).catch(ifMissing([])))
      .filter((name) => FILE.test(name))
      .toSorted()
      .toReversed()
    const mails = await Promise.all(
      names.slice(0, 100).map(async (name) => ({ name, ...(await readMail(await fs.readFile(path.join(directory, name)))) })),
    )
    return testModePage(
      c,
      'Mails of this trial run',
      html`<p>They were not sent to anybody. Newest first.</p>
        <ul>
          ${mails.map(
            ({ name, to, subject, text }) =>
              html`<li>
                <p><a href="/dev/mail/${path.basename(name, ENDING)}">${subject}</a> to ${to}</p>
                ${getSignInLinks(text).map((link) => html`<p><a href="${link}">${link}</a></p>`)}
              </li>`,
          )}
        </ul>
        ${mails.length === 0 ? html`<p>None yet.</p>` : ''}`,
    )
  })

  app.get('/:name', async (c) => {
    const name = c.req.param('name')
    const isFile = FILE.test(name)
    const file = isFile || PAGE.test(name) ? path.join(directory, isFile ? name : `${name}${ENDING}`) : null
    const letter = file && (await fs.readFile(file).catch(ifMissing(null)))
    if (!letter) {
      return notHere(c)
    }
    if (isFile) {
      return c.body(new Uint8Array(letter), 200, { 'content-type': 'text/plain; charset=utf-8' })
    }
    const { to, subject, text } = await readMail(letter)
    return testModePage(
      c,
      subject,
      html`<p>To ${to}</p>
        <pre>${withLinks(text)}</pre>
        <p><a href="/dev/mail/${name}${ENDING}">The raw file</a></p>
        <p><a href="/dev/mail">All mails</a></p>`,
    )
  })
  return app
}

/** Returns the recipient, the subject and the plain text of an email. */
async function readMail(letter: Uint8Array): Promise<{ to: string; subject: string; text: string }> {
  // The parser is loaded with the first opened list.
  const { default: PostalMime } = await import('postal-mime')
  const { to, subject, text } = await PostalMime.parse(letter)
  return { to: to?.[0]?.address ?? '', subject: subject ?? '', text: text ?? '' }
}

const LINK = /https?:\/\/[^\s"<>]+/g

const getSignInLinks = (text: string) => [...new Set((text.match(LINK) ?? []).filter((link) => link.includes('/auth/confirm?')))]

/** Returns a text with its addresses as links. */
function withLinks(text: string) {
  const links = text.match(LINK) ?? []
  return text.split(LINK).map((part, at) => [part, links[at] === undefined ? '' : html`<a href="${links[at]}">${links[at]}</a>`])
}
