import type { Environment } from '#server/environment.ts'

/** A hosted project. Without a database URL only its files are accessible. */
export type Project = { url: string; secretKey: string; databaseUrl: string | null }

/** The port of Supabase's pooler in transaction mode, which loses session settings. */
const TRANSACTION_POOLER = '6543'

/**
 * Returns the hosted project that the environment names. Only these commands use SUPABASE_DB_URL; the site does not
 * need it.
 * @throws an error that says what to set.
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
 * Validates the URL of a project's database.
 * @param name the name of the setting, for the message.
 * @throws an error when the URL is invalid, or that of the transaction pooler.
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
