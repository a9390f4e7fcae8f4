import type { HttpBindings } from '@hono/node-server'
import fs from 'node:fs/promises'
import path from 'node:path'
import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { ifMissing } from '../missing-file.ts'
import { onlyHere } from '../responses/only-here.ts'
import { testModePage } from '../responses/plain-page.ts'

type Bindings = { Bindings: HttpBindings }

const NAME = /^[\w-]+\.eml$/
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
      .filter((name) => NAME.test(name))
      .toSorted()
      .toReversed()
    const characters = await Promise.all(
      names.slice(0, 100).map(async (name) => ({ name, ...(await getHead(path.join(directory, name))) })),
    )
    return testModePage(
      c,
      'Mails of this trial run',
      html`<p>They were not sent to anybody. Newest first.</p>
        <ul>
          ${characters.map(
            ({ name, to, subject, links }) =>
              html`<li>
                <p><a href="/dev/mail/${name}">${subject}</a> to ${to}</p>
                ${links.map((link) => html`<p><a href="${link}">${link}</a></p>`)}
              </li>`,
          )}
        </ul>
        ${characters.length === 0 ? html`<p>None yet.</p>` : ''}`,
    )
  })

  app.get('/:name', async (c) => {
    const name = c.req.param('name')
    const letter = NAME.test(name) ? await fs.readFile(path.join(directory, name)).catch(ifMissing(null)) : null
    return letter ? c.body(new Uint8Array(letter), 200, { 'content-type': 'text/plain; charset=utf-8' }) : notHere(c)
  })
  return app
}

/** Returns the recipient, the subject and the links of an email. */
async function getHead(file: string): Promise<{ to: string; subject: string; links: string[] }> {
  const letter = await fs.readFile(file, 'utf8')
  const header = (name: string) => letter.match(new RegExp(`^${name}: (.*)$`, 'mi'))?.[1]?.trim() ?? ''
  const text = letter
    .replaceAll(/=\r?\n/g, '')
    .replaceAll('=3D', '=')
    .replaceAll('&amp;', '&')
  const links = [...text.matchAll(/https?:\/\/[^\s"<>]+\/auth\/confirm\?[^\s"<>]+/g)].map(([link]) => link)
  return { to: header('To'), subject: header('Subject'), links: [...new Set(links)] }
}
