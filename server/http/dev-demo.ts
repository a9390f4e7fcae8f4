import type { HttpBindings } from '@hono/node-server'
import fs from 'node:fs/promises'
import path from 'node:path'
import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { ifMissing } from '../missing-file.ts'
import { onlyHere } from '../responses/only-here.ts'

type Bindings = { Bindings: HttpBindings }

const START_PAGES = { student: '/dashboard', admin: '/admin' } as const
const enterForm = v.object({ role: v.picklist(['student', 'admin']) })
const account = v.object({ email: v.string(), password: v.string() })
const accounts = v.object({ student: account, admin: account })

/**
 * POST /dev/demo/enter: signs a visitor of the demo in as `role`, with the account of DATA_DIR/demo-accounts.json. Only
 * requests from this machine are answered; all others get 404.
 * @param signIn posts the form to the sign-in page, so that its rules, limits and cookies apply.
 */
export function devDemo(
  dataDirectory: string,
  notHere: (c: Context<Bindings>) => Response | Promise<Response>,
  signIn: (c: Context<Bindings>, address: string, form: URLSearchParams) => Response | Promise<Response>,
): Hono<Bindings> {
  const app = new Hono<Bindings>()
  app.use('*', onlyHere(notHere))
  app.post('/enter', async (c) => {
    const form = v.safeParse(enterForm, await c.req.parseBody())
    const file = await fs.readFile(path.join(dataDirectory, 'demo-accounts.json'), 'utf8').catch(ifMissing(null))
    if (!form.success || file === null) {
      return notHere(c)
    }
    const { role } = form.output
    const { email, password } = v.parse(accounts, JSON.parse(file))[role]
    return signIn(c, `/auth?next=${START_PAGES[role]}`, new URLSearchParams({ email, password }))
  })
  return app
}
