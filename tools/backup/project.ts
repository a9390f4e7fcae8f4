import type { Environment } from '#server/environment.ts'

/** A hosted project as these commands reach it. Without an address of its database only its files are within reach. */
export type Project = { url: string; secretKey: string; databaseUrl: string | null }

/** The port of Supabase's pooler that gives each transaction another connection, so that settings of a session are lost. */
const TRANSACTION_POOLER = '6543'

/**
 * The hosted project that the environment names. SUPABASE_DB_URL is for these commands alone; the site never needs it.
 * @throws a sentence that says what to set.
 */
export function getProject(
  { url, secretKey }: Extract<Environment['backend'], { kind: 'hosted' }>,
  variables: NodeJS.ProcessEnv,
): Project {
  if (!secretKey) {
    throw new Error('SUPABASE_SECRET_KEY is needed to reach the files of a hosted project.')
  }
  const { SUPABASE_DB_URL: databaseUrl } = variables
  return { url, secretKey, databaseUrl: databaseUrl ? projectDatabase(databaseUrl, 'SUPABASE_DB_URL') : null }
}

/**
 * Checks the address of a project's database.
 * @param name what the admin set, for the sentence.
 * @throws a sentence when it is no such address, or that of the transaction pooler.
 */
export function projectDatabase(address: string, name: string): string {
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url || !['postgres:', 'postgresql:'].includes(url.protocol)) {
    throw new Error(`${name} must look like postgres://postgres:password@host:5432/postgres`)
  }
  if (url.port === TRANSACTION_POOLER) {
    throw new Error(
      `${name} names the transaction pooler (port ${TRANSACTION_POOLER}). Use the direct connection or the session pooler (port 5432).`,
    )
  }
  return address
}
