import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { Database } from '../backend/database.ts'
import { hash } from '../backend/lite/auth/hashing.ts'
import type { Environment } from '../environment.ts'

/** lite hashes passwords with the same 2^10 steps. */
const ROUNDS = 10

type Account = { email: string; password: string }
export type DemoAccounts = { student: Account; admin: Account }

const EMAILS = { student: 'student@lamplight.example', admin: 'admin@lamplight.example' } as const

/** Returns true if the database has the accounts of the demo. */
export async function hasDemoAccounts(database: Pick<Database, 'query'>): Promise<boolean> {
  return (await database.query('select from auth.users where email = $1', [EMAILS.admin])).length > 0
}

/**
 * Creates a student and an admin for the demo, on an embedded backend only, and writes their sign-in details to
 * DATA_DIR/demo-accounts.json (mode 0600). Passwords in an earlier such file are used again.
 */
export async function makeDemoAccounts(
  database: Database,
  env: Pick<Environment, 'dataDirectory' | 'demoPassword'>,
): Promise<DemoAccounts> {
  const file = path.join(env.dataDirectory, 'demo-accounts.json')
  const earlier = fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as Partial<DemoAccounts>) : {}
  const account = (role: keyof DemoAccounts): Account => ({
    email: EMAILS[role],
    password: env.demoPassword ?? earlier[role]?.password ?? `${randomBytes(9).toString('base64url')}a1`,
  })
  const accounts: DemoAccounts = { student: account('student'), admin: account('admin') }
  const names = { student: ['Adaeze', 'Sample'], admin: ['Lamplight', 'Admin'] } as const
  for (const role of ['student', 'admin'] as const) {
    const { email, password } = accounts[role]
    const [firstName, lastName] = names[role]
    // Hashed here, because the database would block every other query for as long.
    const passwordHash = await hash(password, ROUNDS)
    await addAccount(database, {
      email,
      passwordHash,
      firstName,
      lastName,
      school: 'Sample School of Nursing',
      year: 'year-3',
    })
  }
  await database.query(`select public.make_admin($1)`, [accounts.admin.email])
  fs.writeFileSync(file, `${JSON.stringify(accounts, null, 2)}\n`, { mode: 0o600 })
  return accounts
}

/** Adds an account with a confirmed email address to the embedded Auth service. The profile follows by a trigger. */
export async function addAccount(
  database: Pick<Database, 'query'>,
  account: { email: string; passwordHash: string; firstName: string; lastName: string; school: string; year: string },
): Promise<void> {
  await database.query(
    `with account as (
       insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data,
         confirmation_token, recovery_token, email_change, email_change_token_new, email_change_token_current, created_at, updated_at)
       values (gen_random_uuid(), 'authenticated', 'authenticated', $1, $2, now(),
         '{"provider":"email","providers":["email"]}', $3::jsonb, '', '', '', '', '', now(), now())
       returning id
     )
     insert into auth.identities (id, provider, provider_id, user_id, identity_data, created_at, updated_at)
     select gen_random_uuid(), 'email', id::text, id, jsonb_build_object('sub', id::text, 'email', $1::text), now(), now() from account`,
    [
      account.email,
      account.passwordHash,
      JSON.stringify({
        first_name: account.firstName,
        last_name: account.lastName,
        institution_of_study: account.school,
        current_year_of_study: account.year,
      }),
    ],
  )
}
