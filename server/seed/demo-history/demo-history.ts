import path from 'node:path'
import type { EmbeddedBackend } from '#server/backend/start.ts'
import type { Environment } from '#server/environment.ts'
import type { ServiceClient } from '#server/service-client.ts'
import { addAccount, type DemoAccounts } from '../demo-accounts.ts'
import { withPastClock } from './clock.ts'
import { History } from './events.ts'
import { openDemoCheckout } from './checkout.ts'
import { students } from './people.ts'
import { planHistory, WEEKS } from './plan.ts'
import { uploadFiles } from './upload-files.ts'
import { World } from './world.ts'
import { works } from './works.ts'

const DAY_MS = 86_400_000

/**
 * Creates twelve weeks of history for a demo: students, uploads, reviews, sales, refunds, payouts and visits. Each event
 * is performed by the function that the site calls for it, with the clock set to its day. Everything is marked as a
 * sample afterwards. `public.remove_demo` deletes it.
 * @param accounts the demo accounts, which exist already.
 * @param now in milliseconds since 1970, UTC.
 */
export async function createDemoHistory(
  backend: EmbeddedBackend,
  client: ServiceClient,
  env: Pick<Environment, 'dataDirectory' | 'siteUrl'>,
  accounts: DemoAccounts,
  now = Date.now(),
): Promise<void> {
  const world = new World(backend.database)
  const files = await uploadFiles(works)
  await withPastClock(async (setClock) => {
    setClock(now - WEEKS * 7 * DAY_MS)
    // PostgreSQL's timer for its statistics was set before the clock changed. A flush cancels it.
    await world.query('owner', `select pg_stat_force_next_flush()`)
    await backdateAccounts(world, accounts)
    const [known] = await world.query<{ hash: string }>(
      'owner',
      `select encrypted_password as hash from auth.users where email = $1`,
      [accounts.student.email],
    )
    const history = new History({
      world,
      client,
      checkout: await openDemoCheckout(path.join(env.dataDirectory, 'paystack-simulator.json'), env.siteUrl),
      admin: await world.signIn(accounts.admin.email),
      files,
      // All demo students share the password of the first one, which is hashed already.
      addStudent: (student) => addAccount(backend.database, { ...student, passwordHash: known?.hash ?? '' }),
    })
    for (const event of planHistory(now)) {
      setClock(event.at)
      await history.perform(event)
    }
  })
  await markAsSample(world)
}

/** The accounts exist since the first day of the history. The student gets a name that looks like one. */
async function backdateAccounts(world: World, { student, admin }: DemoAccounts): Promise<void> {
  const emails = [[student.email, admin.email]]
  const [first] = students
  await world.withoutTriggers([
    [`update auth.users set created_at = now(), updated_at = now(), email_confirmed_at = now() where email = any ($1)`, emails],
    [
      `update public.profiles set created_at = now(), updated_at = now()
        where user_id in (select id from auth.users where email = any ($1))`,
      emails,
    ],
    [`update public.audit_log set created_at = now() where action = 'admin.added' or action like 'people.%'`],
    [
      `update public.profiles set first_name = $2, last_name = $3, "Institition" = $4, named_on_works = true
        where user_id = (select id from auth.users where email = $1)`,
      [student.email, first?.firstName, first?.lastName, first?.school],
    ],
  ])
}

/** Marks all money as a sample, deletes the emails that must not be sent, and records that this is a demo. */
async function markAsSample(world: World): Promise<void> {
  await world.withoutTriggers([
    [`update private.orders set domain = 'test'`],
    // These buyers do not exist, so no reminder may be sent to them.
    [
      `insert into private.order_reminders (order_id, step, queued_at)
       select id, 2, least(created_at + interval '1 day', now()) from private.orders where state in ('pending', 'failed', 'abandoned')`,
    ],
    ...['sales', 'refunds', 'book_transactions', 'payout_runs', 'payouts'].map(
      (table) => [`update public.${table} set is_sample = true`] as const,
    ),
    [`delete from private.pending_sale_notifications`],
    [`delete from public.outbox`],
    [`delete from auth.sessions`],
    [`insert into public.settings (group_name, setting_key, setting_value) values ('demo', 'is_present', 'yes')`],
  ])
}
