// npm run adopt [-- --do | --validate]: migrates a Supabase project that has only the specification's tables and rows
// to Lamplight. Without --do it runs everything, prints what would happen and rolls back. --validate validates again
// the constraints that some rows violated.
import path from 'node:path'
import { parseArgs } from 'node:util'
import { adopt } from './adopt/adopt.ts'
import { validateAgain } from './adopt/constraints.ts'
import { MAPPINGS } from './adopt/mapping.ts'
import { describeBroken, describePlan } from './adopt/words.ts'
import { projectDatabase } from './backup/project.ts'
import { openPostgres } from './backup/session.ts'
import { fail } from '#server/fail.ts'

const MIGRATIONS = path.resolve(import.meta.dirname, '../supabase/migrations')

try {
  const { values } = parseArgs({ options: { do: { type: 'boolean' }, validate: { type: 'boolean' } } })
  const isTestMode = !values.do
  const { SUPABASE_DB_URL: address } = process.env
  if (!address) {
    throw new Error(
      'Name the database of the project: SUPABASE_DB_URL=postgres://postgres:password@host:5432/postgres npm run adopt',
    )
  }
  const session = await openPostgres(projectDatabase(address, 'SUPABASE_DB_URL'))
  try {
    if (values.validate) {
      console.log(describeBroken(await validateAgain(session, MAPPINGS)))
    } else {
      // Imported here, because start.ts has to run before lite is loaded.
      await import('#server/backend/start.ts')
      const { getRecords } = await import('#server/backend/migrations.ts')
      const database = { query: session.query, run: async (script: string) => void (await session.query(script)) }
      console.log(describePlan(await adopt(database, getRecords(MIGRATIONS), isTestMode)))
      console.log(
        isTestMode
          ? '\nThis was a trial: everything was done, looked at and taken back. To do it: npm run adopt -- --do'
          : '\nDone. Next: make an admin (npm run make-admin -- their@address), deploy the functions, and look with npm run doctor.',
      )
    }
  } finally {
    await session.close()
  }
} catch (error) {
  fail(error)
}
