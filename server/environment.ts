import { isIP } from 'node:net'
import path from 'node:path'
import * as v from 'valibot'
import { hasHiddenCharacters } from '#app/platform/forms/fields.ts'
import { googleSettings } from '#functions/_shared/google-drive.ts'
import { BACKUPS_BESIDE_DATA } from './backup-files.ts'

/**
 * The data that a first start loads. `content`: our products and the texts of the site. `outlines`, for tests: the
 * texts, and the outlines with prices and example links. `demo`: products, texts and free outlines. With `outlines` and
 * `demo` an embedded backend gets demo accounts, with `demo` also a history of sales.
 */
const seeds = ['demo', 'content', 'outlines', 'none'] as const
export type Seed = (typeof seeds)[number]

/** The settings of the process from environment variables, checked once at the start. Every variable is optional. */
export type Environment = {
  port: number
  host: string
  /** The public origin, without a trailing slash. Links in emails start with it. */
  siteUrl: string
  /** True when SITE_URL was set: a proxy is in front then, and requests are treated as sent to SITE_URL. */
  siteUrlIsSet: boolean
  /** True when the site is served over https: cookies are Secure and HSTS is sent. */
  secure: boolean
  /** Addresses and networks (10.0.0.0/8) of the proxies whose forwarding headers are trusted. */
  trustedProxies: string[]
  dataDirectory: string
  /** Port of 127.0.0.1 on which the embedded backend is served to tools, or null. */
  backendPort: number | null
  /** Port of /metrics, or null. */
  metricsPort: number | null
  metricsHost: string
  /** The process ends after this many seconds without a response of the main thread; 0: never. */
  watchdogSeconds: number
  /** Format of the log: text for people, or one line of JSON each. */
  logFormat: 'text' | 'json'
  backend:
    | { kind: 'embedded' }
    | { kind: 'postgres'; databaseUrl: string }
    /** `patience`: timeout in milliseconds, after which the backend counts as unavailable. */
    | { kind: 'hosted'; url: string; publishableKey: string; secretKey: string | null; patience: number }
  /** Keys from the environment take precedence over those in DATA_DIR/backend-keys.json. */
  keys: { publishableKey?: string; secretKey?: string; jwtSecret?: string }
  smtpUrl: string | null
  mailFrom: string
  demoPassword: string | null
  /** Directory of the nightly backups; null on a hosted project, which has its own. */
  backupDirectory: string | null
  /** True if the backups are in DATA_DIR, because BACKUP_DIR is not set: a lost disk takes them too. */
  areBackupsBesideData: boolean
  /** Secret with which automations report sales (/hooks/sales); null: the address does not exist. */
  salesHookSecret: string | null
  /**
   * Access to Paystack for sales here. Null: nothing is sold, or in a demo through the simulator (server/paystack).
   */
  paystack: { url: string; secretKey: string } | null
  /** The data that the first start loads: from SEED, or else `defaultSeed`. */
  seed: Seed
}

const port = v.pipe(
  v.string(),
  v.regex(/^\d{1,5}$/, 'must be a number from 1 to 65535'),
  v.transform(Number),
  v.minValue(1, 'must be a number from 1 to 65535'),
  v.maxValue(65535, 'must be a number from 1 to 65535'),
)

const httpOrigin = v.pipe(
  v.string(),
  v.check((text) => isUrl(text, ['http:', 'https:']), 'must be an address such as https://lamplight.ng'),
  v.check((text) => !isUrl(text, ['http:', 'https:']) || new URL(text).pathname === '/', 'must be an origin, without a path'),
  v.transform((text) => new URL(text).origin),
)

const getUrl = (protocols: string[], example: string) =>
  v.pipe(
    v.string(),
    v.check((text) => isUrl(text, protocols), `must look like ${example}`),
  )

const proxies = v.pipe(
  v.string(),
  v.transform((text) => text.split(/[\s,]+/).filter((each) => each !== '')),
  v.everyItem(isAddressOrNetwork, 'must list addresses of proxies, such as 127.0.0.1, 10.0.0.0/8 or 2001:db8::/32'),
  v.everyItem((each) => !each.endsWith('/0'), 'must not name everybody'),
)

const host = v.pipe(v.string(), v.regex(/^[\w.:-]+$/, 'must be an address to listen on, such as 127.0.0.1 or 0.0.0.0'))

const schema = v.object({
  PORT: v.optional(port),
  HOST: v.optional(host),
  SITE_URL: v.optional(httpOrigin),
  TRUSTED_PROXIES: v.optional(proxies),
  DATA_DIR: v.optional(v.string()),
  BACKEND_PORT: v.optional(port),
  METRICS_PORT: v.optional(port),
  METRICS_HOST: v.optional(host),
  WATCHDOG_SECONDS: v.optional(v.pipe(v.string(), v.regex(/^\d{1,4}$/, 'must be seconds from 0 to 9999'), v.transform(Number))),
  LOG_FORMAT: v.optional(v.picklist(['text', 'json'], 'must be text or json')),
  SUPABASE_URL: v.optional(httpOrigin),
  SUPABASE_PUBLISHABLE_KEY: v.optional(v.pipe(v.string(), v.minLength(20, 'is too short to be a key'))),
  SUPABASE_SECRET_KEY: v.optional(v.pipe(v.string(), v.minLength(20, 'is too short to be a key'))),
  SUPABASE_PATIENCE: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,2}$/, 'must be seconds from 1 to 60'),
      v.transform(Number),
      v.minValue(1, 'must be seconds from 1 to 60'),
      v.maxValue(60, 'must be seconds from 1 to 60'),
    ),
  ),
  SUPABASE_JWT_SECRET: v.optional(v.pipe(v.string(), v.minLength(32, 'must have at least 32 characters'))),
  DATABASE_URL: v.optional(getUrl(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/database')),
  SMTP_URL: v.optional(getUrl(['smtp:', 'smtps:'], 'smtps://user:password@host:465')),
  MAIL_FROM: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (text) => /[^\s@]+@[^\s@]+/.test(text) && !hasHiddenCharacters(text),
        'must hold an e-mail address without hidden characters',
      ),
    ),
  ),
  BACKUP_DIR: v.optional(v.string()),
  DEMO_PASSWORD: v.optional(v.pipe(v.string(), v.minLength(8, 'must have at least 8 characters'))),
  SALES_HOOK_SECRET: v.optional(v.pipe(v.string(), v.minLength(24, 'must have at least 24 characters'))),
  PAYSTACK_SECRET_KEY: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^sk_(test|live)_\w{20,}$/, 'must be a secret key of Paystack, such as sk_test_ and 40 characters'),
    ),
  ),
  PAYSTACK_URL: v.optional(httpOrigin),
  SEED: v.optional(v.picklist(seeds, `must be one of ${seeds.join(', ')}`)),
})

/**
 * Reads and checks the environment.
 * @throws {Error} one message that names every fault, so that all can be corrected at once.
 */
export function readEnvironment(variables: NodeJS.ProcessEnv): Environment {
  const input = Object.fromEntries(
    Object.keys(schema.entries).flatMap((name) => (variables[name] ? [[name, variables[name]]] : [])),
  )
  const parsed = v.safeParse(schema, input)
  const faults = parsed.success ? [] : parsed.issues.map((issue) => `${String(issue.path?.[0]?.key)} ${issue.message}`)

  if (input.SUPABASE_URL && !input.SUPABASE_PUBLISHABLE_KEY) {
    faults.push('SUPABASE_URL needs SUPABASE_PUBLISHABLE_KEY beside it')
  }
  if (input.SUPABASE_URL && input.DATABASE_URL) {
    faults.push('SUPABASE_URL and DATABASE_URL are two backends; set one of them')
  }
  if (input.SUPABASE_URL && input.SEED && input.SEED !== 'none' && !input.SUPABASE_SECRET_KEY) {
    faults.push(`SEED=${input.SEED} on a hosted backend needs SUPABASE_SECRET_KEY beside it`)
  }
  if (input.SEED === 'demo' && input.SITE_URL && !isLoopback(input.SITE_URL)) {
    faults.push(
      'SEED=demo adds made-up people and sales, so SITE_URL has to be an address of this machine; SEED=content adds the products alone',
    )
  }
  if (input.BACKEND_PORT && input.SUPABASE_URL) {
    faults.push('BACKEND_PORT serves the embedded backend; with SUPABASE_URL there is none')
  }
  if (input.BACKEND_PORT && input.BACKEND_PORT === (input.PORT ?? '3000')) {
    faults.push('BACKEND_PORT and PORT must differ')
  }
  if (input.METRICS_PORT && [input.PORT ?? '3000', input.BACKEND_PORT].includes(input.METRICS_PORT)) {
    faults.push('METRICS_PORT must differ from PORT and BACKEND_PORT')
  }
  if (input.SMTP_URL && !input.MAIL_FROM) {
    faults.push('SMTP_URL needs MAIL_FROM beside it: the sender of the mails, such as Lamplight <hello@lamplight.ng>')
  }
  if (input.BACKUP_DIR && input.SUPABASE_URL) {
    faults.push('BACKUP_DIR keeps backups of an embedded backend; a hosted project has its own')
  }
  if (input.BACKUP_DIR && !variables.BACKUP_PASSPHRASE && !variables.BACKUP_PASSPHRASE_FILE) {
    faults.push('BACKUP_DIR needs BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE beside it')
  }
  faults.push(...driveFaults(variables))
  if (input.PAYSTACK_URL && !input.PAYSTACK_SECRET_KEY) {
    faults.push('PAYSTACK_URL needs PAYSTACK_SECRET_KEY beside it')
  }
  if (input.PAYSTACK_SECRET_KEY && input.SUPABASE_URL && !input.SUPABASE_SECRET_KEY) {
    faults.push('PAYSTACK_SECRET_KEY on a hosted backend needs SUPABASE_SECRET_KEY beside it, with which orders are kept')
  }
  if (faults.length > 0 || !parsed.success) {
    throw new Error(`The environment does not fit:\n${[...new Set(faults)].map((fault) => `  - ${fault}`).join('\n')}`)
  }

  const env = parsed.output
  const listenOn = env.PORT ?? 3000
  const siteUrl = env.SITE_URL ?? `http://localhost:${listenOn}`
  const dataDirectory = path.resolve(env.DATA_DIR ?? '.data')
  const backend: Environment['backend'] = env.SUPABASE_URL
    ? {
        kind: 'hosted',
        url: env.SUPABASE_URL,
        publishableKey: env.SUPABASE_PUBLISHABLE_KEY ?? '',
        secretKey: env.SUPABASE_SECRET_KEY ?? null,
        patience: (env.SUPABASE_PATIENCE ?? 3) * 1000,
      }
    : env.DATABASE_URL
      ? { kind: 'postgres', databaseUrl: env.DATABASE_URL }
      : { kind: 'embedded' }
  return {
    port: listenOn,
    host: env.HOST ?? '127.0.0.1',
    siteUrl,
    siteUrlIsSet: env.SITE_URL !== undefined,
    secure: siteUrl.startsWith('https:'),
    trustedProxies: env.TRUSTED_PROXIES ?? [],
    dataDirectory,
    backendPort: env.BACKEND_PORT ?? null,
    metricsPort: env.METRICS_PORT ?? null,
    metricsHost: env.METRICS_HOST ?? '127.0.0.1',
    watchdogSeconds: env.WATCHDOG_SECONDS ?? 30,
    logFormat: env.LOG_FORMAT ?? 'text',
    backend,
    keys: {
      publishableKey: env.SUPABASE_PUBLISHABLE_KEY,
      secretKey: env.SUPABASE_SECRET_KEY,
      jwtSecret: env.SUPABASE_JWT_SECRET,
    },
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM ?? 'Lamplight <hello@lamplight.example>',
    backupDirectory: env.BACKUP_DIR
      ? path.resolve(env.BACKUP_DIR)
      : backend.kind === 'hosted'
        ? null
        : path.join(dataDirectory, BACKUPS_BESIDE_DATA),
    areBackupsBesideData: backend.kind !== 'hosted' && !env.BACKUP_DIR,
    demoPassword: env.DEMO_PASSWORD ?? null,
    salesHookSecret: env.SALES_HOOK_SECRET ?? null,
    paystack: env.PAYSTACK_SECRET_KEY
      ? { url: env.PAYSTACK_URL ?? 'https://api.paystack.co', secretKey: env.PAYSTACK_SECRET_KEY }
      : null,
    seed: env.SEED ?? defaultSeed({ backend, smtpUrl: env.SMTP_URL ?? null, siteUrlIsSet: env.SITE_URL !== undefined }),
  }
}

/** Returns what is loaded when SEED is unset. A public site never gets the people of the demo. */
function defaultSeed({ backend, smtpUrl, siteUrlIsSet }: Pick<Environment, 'backend' | 'smtpUrl' | 'siteUrlIsSet'>): Seed {
  if (backend.kind !== 'embedded') {
    return 'none'
  }
  return siteUrlIsSet || smtpUrl !== null ? 'content' : 'demo'
}

/**
 * Returns the faults in the settings of Google Drive. The settings are used by supabase/functions, which copy to it.
 */
function driveFaults(variables: NodeJS.ProcessEnv): string[] {
  if (!variables.DRIVE_ACCOUNT) {
    return variables.DRIVE_FOLDER ? ['DRIVE_FOLDER needs DRIVE_ACCOUNT beside it'] : []
  }
  if (variables.SUPABASE_URL) {
    return ['DRIVE_ACCOUNT belongs to the functions of the hosted project: supabase secrets set DRIVE_ACCOUNT=...']
  }
  try {
    googleSettings(variables)
    return []
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}

/**
 * Returns true in demo mode: the embedded backend, no mail server, an address of this machine. Then /dev/mail shows
 * the emails, and without a Paystack key its simulator takes payments.
 */
export function isTestMode(env: Pick<Environment, 'backend' | 'smtpUrl' | 'siteUrl'>): boolean {
  return env.backend.kind === 'embedded' && !env.smtpUrl && isLoopback(env.siteUrl)
}

function isLoopback(url: string): boolean {
  return URL.canParse(url) && ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)
}

function isAddressOrNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return longest > 0 && rest.length === 0 && (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= longest))
}

function isUrl(text: string, protocols: string[]): boolean {
  return URL.canParse(text) && protocols.includes(new URL(text).protocol)
}
