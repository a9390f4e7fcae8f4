import { randomUUID } from 'node:crypto'
import { CompiledQuery, type Kysely } from 'kysely'
import type { Database } from '#server/backend/database.ts'

/** The role of a query. `owner` is for what no function of the product does, such as setting dates. */
export type Caller = 'owner' | 'service' | Account
/** An account of the demo with an open session. */
export type Account = { userId: string; profileId: string; session: string; email: string }

/** The database as its callers see it: each query is a transaction with the role and the claims of a request. */
export class World {
  readonly #kysely: Kysely<unknown>

  constructor(database: Pick<Database, 'connection'>) {
    this.#kysely = database.connection.kysely
  }

  async query<Row = Record<string, unknown>>(caller: Caller, sql: string, parameters: unknown[] = []): Promise<Row[]> {
    return this.#kysely.transaction().execute(async (transaction) => {
      if (caller !== 'owner') {
        const role = caller === 'service' ? 'service_role' : 'authenticated'
        const [sub, session_id] = caller === 'service' ? ['', undefined] : [caller.userId, caller.session]
        await transaction.executeQuery(
          CompiledQuery.raw(
            `select set_config('request.jwt.claims', $1, true), set_config('request.jwt.claim.sub', $2, true),
                    set_config('request.jwt.claim.role', $3, true), set_config('role', $3, true)`,
            [JSON.stringify({ role, session_id, ...(sub === '' ? {} : { sub }) }), sub, role],
          ),
        )
      }
      return (await transaction.executeQuery<Row>(CompiledQuery.raw(sql, parameters))).rows
    })
  }

  /** Runs statements in one transaction in which no trigger fires: what is written is not what happens to the shop. */
  async withoutTriggers(statements: readonly (readonly [sql: string, parameters?: unknown[]])[]): Promise<void> {
    await this.#kysely.transaction().execute(async (transaction) => {
      await transaction.executeQuery(CompiledQuery.raw(`set local session_replication_role = replica`))
      for (const [sql, parameters = []] of statements) {
        await transaction.executeQuery(CompiledQuery.raw(sql, parameters))
      }
    })
  }

  /** Opens a session for an account, as signing in does. */
  async signIn(email: string): Promise<Account> {
    const [account] = await this.query<{ userId: string; profileId: string }>(
      'owner',
      `select u.id as "userId", p.id as "profileId" from auth.users u join public.profiles p on p.user_id = u.id where u.email = $1`,
      [email],
    )
    if (!account) {
      throw new Error(`The demo has no account ${email}`)
    }
    const session = randomUUID()
    await this.query('owner', `insert into auth.sessions (id, user_id, created_at, updated_at) values ($1, $2, now(), now())`, [
      session,
      account.userId,
    ])
    return { ...account, session, email }
  }
}
