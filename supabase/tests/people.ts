/*
 * Users of the policy tests, over one in-memory PGlite with the migrations applied as in production. A user's SQL runs
 * in a transaction with their role and claims, as PostgREST and lite set them. So the tests check the SQL directly,
 * without a client.
 */
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { CompiledQuery, type Kysely } from 'kysely'
import postgres from 'postgres'
import { expect, inject } from 'vitest'
import { openMigrated } from '#tests/support/databases.ts'
import type { Database } from '#server/backend/database.ts'
import { startBackend } from '#server/backend/start.ts'
import { getAddress } from '#tests/support/own-postgresql.ts'

/**
 * Set by `npm run test:hosted` and `npm run test:postgres`: the cluster, the database of which each file gets a copy,
 * and the role that migrated it.
 */
type MigratedTemplate = { superuser: string; template: string; owner: string }
declare module 'vitest' {
  export interface ProvidedContext {
    migratedTemplate: MigratedTemplate | undefined
  }
}

/** A test user: `owner` applies migrations, `service_role` has the secret key. */
export type CurrentUser = {
  role: 'anon' | 'authenticated' | 'service_role' | 'owner'
  userId: string | null
  /** More claims of the token. */
  claims?: Record<string, unknown>
}
export type Account = CurrentUser & { userId: string; profileId: string; email: string; claims: { session_id: string } }

/** PostgreSQL's rejections: no grant on the table or column, no policy for the row, a value outside its check. */
export const noGrant = { code: '42501', message: expect.stringMatching(/^permission denied for/) as string }
export const noPolicy = { code: '42501', message: expect.stringContaining('violates row-level security policy') as string }
export const badValue = { code: '23514' }

/** Starts a backend with two students, an admin, a visitor, the secret key and the owner of the tables. */
export async function gatherPeople() {
  const template = inject('migratedTemplate')
  const { database, stop } = template ? await getCopy(template) : await embedded()
  const kysely: Kysely<unknown> = database.connection.kysely

  function run<Row>(user: CurrentUser, sql: string, parameters: unknown[]) {
    return kysely.transaction().execute(async (transaction) => {
      if (user.role !== 'owner') {
        const claims = { ...user.claims, sub: user.userId ?? undefined, role: user.role }
        await transaction.executeQuery(
          CompiledQuery.raw(
            `select set_config('request.jwt.claims', $1, true), set_config('request.jwt.claim.sub', $2, true),
                    set_config('request.jwt.claim.role', $3, true)`,
            [JSON.stringify(claims), user.userId ?? '', user.role],
          ),
        )
        await transaction.executeQuery(CompiledQuery.raw(`set local role ${user.role}`))
      }
      return transaction.executeQuery<Row>(CompiledQuery.raw(sql, parameters))
    })
  }

  /** Runs SQL as this user; each call is a separate request. */
  const as = (user: CurrentUser) => ({
    async query<Row = Record<string, unknown>>(sql: string, parameters: unknown[] = []): Promise<Row[]> {
      return (await run<Row>(user, sql, parameters)).rows
    },
    /** Returns the number of changed rows. */
    async change(sql: string, parameters: unknown[] = []): Promise<number> {
      return Number((await run(user, sql, parameters)).numAffectedRows ?? 0)
    },
  })

  const visitor: CurrentUser = { role: 'anon', userId: null }
  const secretKey: CurrentUser = { role: 'service_role', userId: null }
  const owner: CurrentUser = { role: 'owner', userId: null }

  /** Creates an account as sign-up does, signed in; `metadata` is any JSON, undefined for no data. */
  async function signUp(email: string, metadata?: unknown): Promise<Account> {
    const userId = randomUUID()
    await as(owner).change(`insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3::text::jsonb)`, [
      userId,
      email,
      metadata === undefined ? null : JSON.stringify(metadata),
    ])
    const [profile] = await as(owner).query<{ id: string }>(`select id from public.profiles where user_id = $1`, [userId])
    if (!profile) {
      throw new Error(`${email} got no profile`)
    }
    const session = randomUUID()
    await as(owner).change(`insert into auth.sessions (id, user_id, created_at) values ($1, $2, now() - interval '1 hour')`, [
      session,
      userId,
    ])
    return { role: 'authenticated', userId, profileId: profile.id, email, claims: { session_id: session } }
  }

  /** Creates an upload with a stored file as this student. Returns its id and its file's path. */
  async function sendIn(student: Account, title: string) {
    const file = `${student.userId}/${(nextTime += 1)}-work.pdf`
    await as(student).change(
      `insert into storage.objects (bucket_id, name, metadata) values ('material-uploads', $1, '{"size": 300}')`,
      [file],
    )
    const [upload] = await as(student).query<{ id: string }>(
      `insert into public.material_uploads (user_id, title, category, format, file_name, file_path, terms_version)
       values ($1, $2, 'thesis', 'PDF', 'work.pdf', $3, '2026-11-21') returning id`,
      [student.profileId, title, file],
    )
    return { id: upload?.id ?? '', file }
  }
  let nextTime = 1_795_000_000_000

  /**
   * Inserts thousands of rows without triggers, because their rows (reviews, emails, the search index) take most of the
   * time.
   */
  async function withoutTriggers(insert: () => Promise<unknown>): Promise<void> {
    await as(owner).query(`select set_config('session_replication_role', 'replica', false)`)
    try {
      await insert()
    } finally {
      await as(owner).query(`select set_config('session_replication_role', 'origin', false)`)
    }
  }

  const ada = await signUp('ada@example.com', { first_name: 'Ada', last_name: 'Obi', current_year_of_study: 'year-2' })
  const bola = await signUp('bola@example.com', { first_name: 'Bola', last_name: 'Ade', current_year_of_study: 'year-4' })
  const admin = await signUp('admin@example.com', { first_name: 'Ope', last_name: 'Rator' })
  await as(secretKey).query(`select public.make_admin('admin@example.com')`)

  return {
    ada,
    bola,
    admin,
    visitor,
    secretKey,
    owner,
    as,
    signUp,
    sendIn,
    withoutTriggers,
    stop,
  }
}

type Opened = { database: Database; stop(): Promise<void> }

/** Starts an embedded backend, as production does. */
async function embedded(): Promise<Opened> {
  const dataDirectory = fs.mkdtempSync(path.join(os.tmpdir(), 'lamplight-policies-'))
  const database = await openMigrated()
  const backend = await startBackend(
    { backend: { kind: 'embedded' }, dataDirectory, keys: {}, siteUrl: 'http://localhost' },
    { mailer: { send: async () => {} }, database },
  )
  return {
    database,
    async stop() {
      await backend.stop()
      fs.rmSync(dataDirectory, { recursive: true, force: true })
    },
  }
}

/** Copies a migrated database on PostgreSQL in which SQL may delete files, as these tests do. */
async function getCopy({ superuser, template, owner }: MigratedTemplate): Promise<Opened> {
  const { openDatabase } = await import('#server/backend/database.ts')
  const name = `copy_${randomUUID().replaceAll('-', '')}`
  const adminClient = postgres(superuser, { max: 1, onnotice: () => {} })
  await adminClient.unsafe(`create database ${name} template ${template} owner ${owner}`)
  await adminClient.unsafe(`alter database ${name} set storage.allow_delete_query = 'true'`)
  const databaseUrl = getAddress({ superuser }, name, owner)
  const database = await openDatabase({ backend: { kind: 'postgres', databaseUrl }, dataDirectory: '' })
  return {
    database,
    async stop() {
      await database.close()
      await adminClient.unsafe(`drop database ${name} with (force)`)
      await adminClient.end()
    },
  }
}
