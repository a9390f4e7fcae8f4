import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { Database } from '../backend/database.ts'
import { hash } from '../backend/lite/auth/hashing.ts'
import type { Environment } from '../environment.ts'

/** As lite hashes passwords: 2^10 steps. */
const ROUNDS = 10

type Account = { email: string; password: string }
export type DemoAccounts = { student: Account; admin: Account }

/**
 * Makes a student and an admin to try Lamplight with, on an embedded backend only, and writes their sign-in details to
 * DATA_DIR/demo-accounts.json (mode 0600).
 */
export async function makeDemoAccounts(
  database: Database,
  env: Pick<Environment, 'dataDirectory' | 'demoPassword'>,
): Promise<DemoAccounts> {
  const newPassword = () => env.demoPassword ?? `${randomBytes(9).toString('base64url')}a1`
  const accounts: DemoAccounts = {
    student: { email: 'student@lamplight.example', password: newPassword() },
    admin: { email: 'admin@lamplight.example', password: newPassword() },
  }
  const names = { student: ['Adaeze', 'Sample'], admin: ['Lamplight', 'Admin'] } as const
  for (const role of ['student', 'admin'] as const) {
    const { email, password } = accounts[role]
    const [first_name, last_name] = names[role]
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
        email,
        // Not by the database, which would hold everybody up for it.
        await hash(password, ROUNDS),
        JSON.stringify({
          first_name,
          last_name,
          institution_of_study: 'Sample School of Nursing',
          current_year_of_study: 'year-3',
        }),
      ],
    )
  }
  await database.query(`select public.make_admin($1)`, [accounts.admin.email])
  fs.writeFileSync(path.join(env.dataDirectory, 'demo-accounts.json'), `${JSON.stringify(accounts, null, 2)}\n`, { mode: 0o600 })
  return accounts
}
