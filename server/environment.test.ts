// Tests which values are valid. That an invalid one prevents the start is tested in
// tests/process/environment.test.ts.
import { expect, test } from 'vitest'
import { readEnvironment } from './environment.ts'

const key = 'sb_publishable_0123456789'

/** Returns the messages about these variables. */
function getFaults(input: Record<string, string>): string[] {
  try {
    readEnvironment(input)
  } catch (error) {
    return String(error).split('\n').slice(1)
  }
  return []
}

test.each<{ message: string; env: Record<string, string> }>([
  { message: 'PAYSTACK_URL needs PAYSTACK_SECRET_KEY', env: { PAYSTACK_URL: 'https://paystack.example' } },
  {
    message: 'PAYSTACK_SECRET_KEY on a hosted backend needs SUPABASE_SECRET_KEY',
    env: { PAYSTACK_SECRET_KEY: `sk_test_${'0'.repeat(40)}`, SUPABASE_URL: 'https://a.example', SUPABASE_PUBLISHABLE_KEY: key },
  },
  { message: 'SUPABASE_URL needs SUPABASE_PUBLISHABLE_KEY', env: { SUPABASE_URL: 'https://a.example' } },
  {
    message: 'SUPABASE_URL and DATABASE_URL are two backends',
    env: { SUPABASE_URL: 'https://a.example', SUPABASE_PUBLISHABLE_KEY: key, DATABASE_URL: 'postgres://localhost/x' },
  },
  {
    message: 'BACKEND_PORT serves the embedded backend',
    env: { SUPABASE_URL: 'https://a.example', SUPABASE_PUBLISHABLE_KEY: key, BACKEND_PORT: '54321' },
  },
  {
    message: 'SEED=content on a hosted backend needs SUPABASE_SECRET_KEY',
    env: { SUPABASE_URL: 'https://a.example', SUPABASE_PUBLISHABLE_KEY: key, SEED: 'content' },
  },
  { message: 'DRIVE_FOLDER needs DRIVE_ACCOUNT beside it', env: { DRIVE_FOLDER: 'folder0123456789' } },
  { message: 'DRIVE_ACCOUNT is not the JSON key of a Google service account', env: { DRIVE_ACCOUNT: '{}', DRIVE_FOLDER: 'x' } },
  {
    message: 'DRIVE_ACCOUNT belongs to the functions of the hosted project',
    env: { SUPABASE_URL: 'https://a.example', SUPABASE_PUBLISHABLE_KEY: key, DRIVE_ACCOUNT: '{}' },
  },
  { message: 'BACKEND_PORT and PORT must differ', env: { BACKEND_PORT: '3000' } },
  { message: 'TRUSTED_PROXIES must list addresses', env: { TRUSTED_PROXIES: '10.0.0.0/33' } },
  { message: 'TRUSTED_PROXIES must list addresses', env: { TRUSTED_PROXIES: '10.0.0.0/8/8' } },
  { message: 'TRUSTED_PROXIES must not name everybody', env: { TRUSTED_PROXIES: '127.0.0.1 0.0.0.0/0' } },
  { message: 'TRUSTED_PROXIES must not name everybody', env: { TRUSTED_PROXIES: '::/0' } },
  { message: 'SITE_URL must be an origin', env: { SITE_URL: 'https://lamplight.ng/shop' } },
  { message: 'MAIL_FROM must hold an e-mail address', env: { MAIL_FROM: 'Lamplight <a@b.ng>\r\nBcc: c@d.ng' } },
  { message: 'MAIL_FROM must hold an e-mail address without hidden characters', env: { MAIL_FROM: 'a@b\u202E.ng' } },
  { message: 'SMTP_URL needs MAIL_FROM beside it', env: { SMTP_URL: 'smtp://mail.example' } },
  { message: 'BACKUP_DIR needs BACKUP_PASSPHRASE', env: { BACKUP_DIR: 'backups' } },
  {
    message: 'BACKUP_DIR keeps backups of an embedded backend',
    env: { SUPABASE_URL: 'https://a.example', SUPABASE_PUBLISHABLE_KEY: key, BACKUP_DIR: 'backups', BACKUP_PASSPHRASE: 'x' },
  },
  { message: 'METRICS_PORT must differ from PORT', env: { METRICS_PORT: '3000' } },
  { message: 'SEED=demo adds made-up people', env: { SEED: 'demo', SITE_URL: 'https://lamplight.ng' } },
  { message: 'LOG_FORMAT must be text or json', env: { LOG_FORMAT: 'xml' } },
])('rejects a combination with the message $says', ({ message, env: input }) => {
  expect(getFaults(input)).toEqual([expect.stringContaining(`  - ${message}`)])
})

test('readEnvironment treats an empty variable as unset', () => {
  expect(getFaults({ PORT: '', SUPABASE_URL: '', SEED: 'some', BACKEND_PORT: '4000' })).toEqual([
    expect.stringContaining('  - SEED'),
  ])
})

test('readEnvironment needs no variable and accepts each backend alone', () => {
  const alone: Record<string, string>[] = [
    {},
    { DATABASE_URL: 'postgres://localhost/x' },
    { SUPABASE_URL: 'https://a.example', SUPABASE_PUBLISHABLE_KEY: key },
  ]
  expect(alone.map(getFaults)).toEqual([[], [], []])
})

test.each<{ seed: string; env: Record<string, string> }>([
  { seed: 'demo', env: {} },
  { seed: 'demo', env: { SEED: 'demo', SITE_URL: 'http://localhost:4000' } },
  { seed: 'content', env: { SITE_URL: 'https://lamplight.ng' } },
  { seed: 'content', env: { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@b.ng' } },
  { seed: 'none', env: { DATABASE_URL: 'postgres://localhost/x' } },
  { seed: 'none', env: { SUPABASE_URL: 'https://a.example', SUPABASE_PUBLISHABLE_KEY: key } },
])('readEnvironment seeds $seed when it is given $given', ({ seed, env }) => {
  expect(readEnvironment(env).seed).toBe(seed)
})

test('readEnvironment puts backups beside the data of an embedded backend unless BACKUP_DIR is set', () => {
  const backups = (env: Record<string, string>) => {
    const { backupDirectory, areBackupsBesideData } = readEnvironment(env)
    return [backupDirectory, areBackupsBesideData]
  }
  expect(backups({ DATA_DIR: '/data' })).toEqual(['/data/backups', true])
  expect(backups({ DATA_DIR: '/data', DATABASE_URL: 'postgres://localhost/x' })).toEqual(['/data/backups', true])
  expect(backups({ DATA_DIR: '/data', BACKUP_DIR: '/mnt', BACKUP_PASSPHRASE: 'x' })).toEqual(['/mnt', false])
  expect(backups({ SUPABASE_URL: 'https://a.example', SUPABASE_PUBLISHABLE_KEY: key })).toEqual([null, false])
})
