import { requireNativeBcrypt } from './lite/auth/native-bcrypt.ts'
import { requireQuietConsole } from './lite/quiet.ts'
import './lite/storage/switch.ts'
import path from 'node:path'
import type { EmailDriver } from '@supabase/lite'
import type { Environment } from '../environment.ts'
import { hasDiskSpace } from '../disk/disk-space.ts'
import type { Database } from './database.ts'
import { lockDatabase } from './database-lock.ts'
import { FileStorage } from './file-storage.ts'
import { type BackendFetch, createGateway } from './gateway.ts'
import { loadFunctions } from './functions.ts'
import { type BackendKeys, backendKeys } from './keys.ts'
import { SUPABASE_ROLES, SUPABASE_STORAGE_GRANTS } from './lite/database/grants.ts'
import { emailChangeHandler } from './lite/auth/email-change.ts'
import { equalizeSignInTiming } from './lite/auth/sign-in.ts'
import { endOtherSessions } from './lite/auth/password-sessions.ts'
import { resendHandler } from './lite/auth/resend.ts'
import { useStorage } from './lite/storage/adapter.ts'
import type { MailTemplate } from './mail-template.ts'

/** The embedded backend's origin for code in this process. The name cannot be resolved on a network. */
export const EMBEDDED_ORIGIN = 'http://backend.invalid'

const repository = path.resolve(import.meta.dirname, '../..')

export type EmbeddedBackend = {
  url: string
  keys: BackendKeys
  /** Handles a request to the backend, as hosted Supabase would over HTTP. */
  fetch: BackendFetch
  database: Database
  /** The directory with the bytes of the buckets. */
  storage: FileStorage
  /** Waits for running requests and closes the database. */
  stop(): Promise<void>
}

/** GoTrue's emails, as supabase/config.toml has them for a hosted project. */
const mailed = (name: string, subject: string): MailTemplate => ({
  file: path.join(repository, 'supabase/templates', `${name}.html`),
  subject,
})
const TEMPLATES = {
  confirmation: mailed('confirmation', 'Confirm your Lamplight account'),
  recovery: mailed('recovery', 'Choose a new Lamplight password'),
  email_change: mailed('email_change', 'Confirm the new email of your account'),
}
/** How long a link in such an email works, in seconds. */
const LINK_SECONDS = 24 * 60 * 60
/**
 * Digits of the code in an email link. The link's token is a hash of the address and the code, so an attacker who
 * knows the address could try all codes. Six digits take half an hour; ten digits take longer than the link is valid.
 * No user types the code.
 */
const CODE_DIGITS = 10
/** How long an access token is valid, in seconds. The end of its session counts at once anyway (docs/decisions/0023). */
const TOKEN_SECONDS = 15 * 60
/** The size limit of a bucket without a limit of its own. */
const MAX_FILE_BYTES = 50 * 1024 * 1024

const HAS_SYSTEM_TABLES = `select where to_regclass('auth.users') is not null and to_regclass('storage.objects') is not null`

/**
 * Starts the embedded backend: Supabase Lite on PGlite (or on DATABASE_URL), its files in DATA_DIR, migrations
 * applied. The caller must hold the lock on the data directory.
 */
export async function startBackend(
  env: Pick<Environment, 'backend' | 'dataDirectory' | 'keys' | 'siteUrl'>,
  options: { mailer: EmailDriver; database?: Database; migrations?: string | undefined },
): Promise<EmbeddedBackend> {
  // lite is imported here and not above, because the three files at the top must run before it is loaded.
  const { App } = await import('@supabase/lite')
  requireNativeBcrypt()
  requireQuietConsole()
  const { openDatabase } = await import('./database.ts')
  const { isMigrated, migrate, rejectOtherMigrations } = await import('./migrations.ts')

  const migrations = options.migrations ?? path.join(repository, 'supabase/migrations')
  const held = env.backend.kind === 'postgres' && !options.database ? await lockDatabase(env.backend.databaseUrl) : null
  const database = options.database ?? (await openDatabase(env))
  let keys: BackendKeys
  try {
    await rejectOtherMigrations(database, migrations, getDatabase(env))
    keys = backendKeys(env)
    await held?.rejectOtherDirectory(keys, env.dataDirectory)
  } catch (error) {
    if (!options.database) {
      await database.close()
    }
    await held?.release()
    throw error
  }
  const app = new App({
    connection: database.connection,
    auth: {
      enabled: true,
      jwt_secret: keys.jwt_secret,
      publishable_key: keys.publishable_key,
      secret_key: keys.secret_key,
      site_url: env.siteUrl,
      additional_redirect_urls: [`${env.siteUrl}/**`],
      minimum_password_length: 8,
      jwt_expiry: TOKEN_SECONDS,
      email: {
        enable_confirmations: true,
        double_confirm_changes: true,
        otp_expiry: LINK_SECONDS,
        otp_length: CODE_DIGITS,
        template: Object.fromEntries(
          Object.entries(TEMPLATES).map(([name, { file, subject }]) => [name, { subject, content_path: file }]),
        ),
      },
    },
    storage: { enabled: true, file_size_limit: `${MAX_FILE_BYTES}B` },
    studio: { enabled: false },
    api: { schemas: ['public'], max_rows: 1000 },
    options: { server: { admin: false, disableStudio: true }, drivers: { email: options.mailer } },
  })
  const objects = path.join(env.dataDirectory, 'objects')
  const storage = new FileStorage(objects)
  useStorage(app, storage)
  await app.init()

  // Roles and grants come before the first migration. Granting again would change the catalogue at each start.
  const isNew = !(await isMigrated(database))
  if (isNew) {
    await database.run(SUPABASE_ROLES)
  }
  const hasSystemTables = async () => (await database.query(HAS_SYSTEM_TABLES)).length > 0
  // lite writes its tables at each start. A full disk rejects writes, so then the tables of the last start are used.
  if (isNew || !database.disk?.check().isFull || !(await hasSystemTables())) {
    await app.ensureSystemSchema()
  }
  // lite swallows the errors of its own SQL.
  if (!(await hasSystemTables())) {
    throw new Error("Could not create the backend's own tables (auth.users, storage.objects)")
  }
  if (isNew) {
    await database.run(SUPABASE_STORAGE_GRANTS)
  }
  await migrate(database.connection, database, migrations)

  const { siteUrl } = env
  const resend = resendHandler(database, options.mailer, {
    siteUrl,
    template: TEMPLATES.confirmation,
    codeDigits: CODE_DIGITS,
  })
  const changeEmail = emailChangeHandler(database, options.mailer, {
    siteUrl,
    template: TEMPLATES.email_change,
    linkSeconds: LINK_SECONDS,
  })
  const signIn = equalizeSignInTiming(database)
  const lite = async (request: Request) => app.fetch(request, { peerAddress: null })
  const gateway = createGateway({
    lite: endOtherSessions(
      database,
      async (request) =>
        (await signIn(request, lite)) ?? (await resend(request)) ?? (await changeEmail(request, lite)) ?? lite(request),
    ),
    functions: await loadFunctions({ url: EMBEDDED_ORIGIN, keys, callBackend: (request) => gateway.fetch(request) }),
    keys,
    async bucketLimit(bucket) {
      const [found] = await database.query<{ most: number | null }>(
        'select file_size_limit::float8 as most from storage.buckets where id = $1',
        [bucket],
      )
      return found ? (found.most ?? MAX_FILE_BYTES) : null
    },
    async isStored({ bucket, name }) {
      return (await database.query('select from storage.objects where bucket_id = $1 and name = $2', [bucket, name])).length > 0
    },
    isDiskFull: () => database.disk?.check().isFull ?? false,
    hasDiskSpace: (bytes) => hasDiskSpace(objects, bytes),
  })
  return {
    url: EMBEDDED_ORIGIN,
    keys,
    fetch: (input, init) => gateway.fetch(input instanceof Request && !init ? input : new Request(input, init)),
    database,
    storage,
    async stop() {
      await gateway.settled()
      await database.close()
      await held?.release()
    },
  }
}

/** Returns the name of the configured database for messages, without its password. */
function getDatabase(env: Pick<Environment, 'backend' | 'dataDirectory'>): { place: string; instead: string } {
  return env.backend.kind === 'postgres'
    ? { place: 'The database of DATABASE_URL', instead: 'give this one an empty database' }
    : { place: `The database in ${env.dataDirectory}`, instead: 'give this one an empty DATA_DIR' }
}
