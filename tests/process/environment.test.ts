import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { freePort, runToEnd, temporaryDirectory } from '../support/processes.ts'

/** What a start with these variables says, and what it left in its data directory. */
async function refusedStart(variables: Record<string, string>, program = 'server/main.ts') {
  const directory = temporaryDirectory()
  const dataDirectory = path.join(directory.path, 'data')
  const { code, output } = await runToEnd([program], { DATA_DIR: dataDirectory, ...variables })
  const left = fs.existsSync(dataDirectory)
  directory.remove()
  return { code, output, left }
}

test('every fault of the environment is named in one message, the process ends with 1 and has begun nothing', async () => {
  const { code, output, left } = await refusedStart({
    PORT: '0',
    HOST: 'not a host',
    SITE_URL: 'lamplight.ng',
    TRUSTED_PROXIES: '127.0.0.1, proxy.example',
    BACKEND_PORT: '99999',
    SUPABASE_URL: 'ftp://backend.example',
    SUPABASE_PUBLISHABLE_KEY: 'short',
    SUPABASE_SECRET_KEY: 'short',
    SUPABASE_JWT_SECRET: 'short',
    DATABASE_URL: 'mysql://localhost/x',
    SMTP_URL: 'https://mail.example',
    MAIL_FROM: 'nobody',
    DEMO_PASSWORD: 'short',
    PAYSTACK_SECRET_KEY: 'pk_live_public',
    PAYSTACK_URL: 'paystack',
    SEED: 'some',
  })
  expect(code).toBe(1)
  expect(output.match(/The environment does not fit/g)).toHaveLength(1)
  for (const name of [
    'PORT',
    'HOST',
    'SITE_URL',
    'TRUSTED_PROXIES',
    'BACKEND_PORT',
    'SUPABASE_URL',
    'SUPABASE_PUBLISHABLE_KEY',
    'SUPABASE_SECRET_KEY',
    'SUPABASE_JWT_SECRET',
    'DATABASE_URL',
    'SMTP_URL',
    'MAIL_FROM',
    'DEMO_PASSWORD',
    'PAYSTACK_SECRET_KEY',
    'PAYSTACK_URL',
    'SEED',
  ]) {
    expect(output).toMatch(new RegExp(`^  - ${name} must|^  - ${name} is too short`, 'm'))
  }
  expect(output).not.toMatch(/\n {4}at /)
  expect(left).toBe(false)
})

const key = 'sb_publishable_0123456789'

test.each<{ says: string; given: Record<string, string> }>([
  { says: 'PAYSTACK_URL needs PAYSTACK_SECRET_KEY', given: { PAYSTACK_URL: 'https://paystack.example' } },
  {
    says: 'PAYSTACK_SECRET_KEY on a hosted backend needs SUPABASE_SECRET_KEY',
    given: { PAYSTACK_SECRET_KEY: `sk_test_${'0'.repeat(40)}`, SUPABASE_URL: 'https://a.example', SUPABASE_PUBLISHABLE_KEY: key },
  },
  { says: 'SUPABASE_URL needs SUPABASE_PUBLISHABLE_KEY', given: { SUPABASE_URL: 'https://a.example' } },
  {
    says: 'SUPABASE_URL and DATABASE_URL are two backends',
    given: { SUPABASE_URL: 'https://a.example', SUPABASE_PUBLISHABLE_KEY: key, DATABASE_URL: 'postgres://localhost/x' },
  },
  {
    says: 'BACKEND_PORT serves the embedded backend',
    given: { SUPABASE_URL: 'https://a.example', SUPABASE_PUBLISHABLE_KEY: key, BACKEND_PORT: '54321' },
  },
  {
    says: 'SEED=sample on a hosted backend needs SUPABASE_SECRET_KEY',
    given: { SUPABASE_URL: 'https://a.example', SUPABASE_PUBLISHABLE_KEY: key, SEED: 'sample' },
  },
  { says: 'DRIVE_FOLDER needs DRIVE_ACCOUNT beside it', given: { DRIVE_FOLDER: 'folder0123456789' } },
  { says: 'DRIVE_ACCOUNT is not the JSON key of a Google service account', given: { DRIVE_ACCOUNT: '{}', DRIVE_FOLDER: 'x' } },
  {
    says: 'DRIVE_ACCOUNT belongs to the functions of the hosted project',
    given: { SUPABASE_URL: 'https://a.example', SUPABASE_PUBLISHABLE_KEY: key, DRIVE_ACCOUNT: '{}' },
  },
  { says: 'BACKEND_PORT and PORT must differ', given: { BACKEND_PORT: '3000' } },
  { says: 'TRUSTED_PROXIES must list addresses', given: { TRUSTED_PROXIES: '10.0.0.0/33' } },
  { says: 'TRUSTED_PROXIES must list addresses', given: { TRUSTED_PROXIES: '10.0.0.0/8/8' } },
  { says: 'TRUSTED_PROXIES must not name everybody', given: { TRUSTED_PROXIES: '127.0.0.1 0.0.0.0/0' } },
  { says: 'TRUSTED_PROXIES must not name everybody', given: { TRUSTED_PROXIES: '::/0' } },
  { says: 'SITE_URL must be an origin', given: { SITE_URL: 'https://lamplight.ng/shop' } },
  { says: 'MAIL_FROM must hold an e-mail address', given: { MAIL_FROM: 'Lamplight <a@b.ng>\r\nBcc: c@d.ng' } },
  { says: 'SMTP_URL needs MAIL_FROM beside it', given: { SMTP_URL: 'smtp://mail.example' } },
  { says: 'BACKUP_DIR needs BACKUP_PASSPHRASE', given: { BACKUP_DIR: 'backups' } },
  {
    says: 'BACKUP_DIR keeps backups of an embedded backend',
    given: { SUPABASE_URL: 'https://a.example', SUPABASE_PUBLISHABLE_KEY: key, BACKUP_DIR: 'backups', BACKUP_PASSPHRASE: 'x' },
  },
  { says: 'METRICS_PORT must differ from PORT', given: { METRICS_PORT: '3000' } },
  { says: 'LOG_FORMAT must be text or json', given: { LOG_FORMAT: 'xml' } },
])('what does not go together is refused before anything begins: $says', async ({ says, given }) => {
  const { code, output, left } = await refusedStart(given)
  expect(code).toBe(1)
  expect(output).toContain(`  - ${says}`)
  expect(output.match(/^ {2}- /gm)).toHaveLength(1)
  expect(left).toBe(false)
})

test('the backend alone checks the same environment, and serves no hosted one', async () => {
  const faulty = await refusedStart({ PORT: 'x', SEED: 'some' }, 'scripts/backend.ts')
  expect(faulty).toMatchObject({ code: 1, left: false })
  expect(faulty.output).toContain('  - PORT must')
  expect(faulty.output).toContain('  - SEED must')

  const hosted = await refusedStart({ SUPABASE_URL: 'https://a.example', SUPABASE_PUBLISHABLE_KEY: key }, 'scripts/backend.ts')
  expect(hosted).toMatchObject({ code: 1, left: false })
  expect(hosted.output).toContain('unset SUPABASE_URL')
})

test('an empty variable counts as unset', async () => {
  const { code, output } = await refusedStart({
    PORT: '',
    SUPABASE_URL: '',
    SEED: 'some',
    BACKEND_PORT: String(await freePort()),
  })
  expect(code).toBe(1)
  expect(output.match(/^ {2}- /gm)).toHaveLength(1)
})
