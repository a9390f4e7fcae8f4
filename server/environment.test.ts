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
    says: 'SEED=content on a hosted backend needs SUPABASE_SECRET_KEY',
    given: { SUPABASE_URL: 'https://a.example', SUPABASE_PUBLISHABLE_KEY: key, SEED: 'content' },
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
  { says: 'MAIL_FROM must hold an e-mail address without hidden characters', given: { MAIL_FROM: 'a@b\u202E.ng' } },
  { says: 'SMTP_URL needs MAIL_FROM beside it', given: { SMTP_URL: 'smtp://mail.example' } },
  { says: 'BACKUP_DIR needs BACKUP_PASSPHRASE', given: { BACKUP_DIR: 'backups' } },
  {
    says: 'BACKUP_DIR keeps backups of an embedded backend',
    given: { SUPABASE_URL: 'https://a.example', SUPABASE_PUBLISHABLE_KEY: key, BACKUP_DIR: 'backups', BACKUP_PASSPHRASE: 'x' },
  },
  { says: 'METRICS_PORT must differ from PORT', given: { METRICS_PORT: '3000' } },
  { says: 'SEED=demo adds made-up people', given: { SEED: 'demo', SITE_URL: 'https://lamplight.ng' } },
  { says: 'LOG_FORMAT must be text or json', given: { LOG_FORMAT: 'xml' } },
])('rejects a combination with the message $says', ({ says, given: input }) => {
  expect(getFaults(input)).toEqual([expect.stringContaining(`  - ${says}`)])
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

test.each<{ seed: string; given: Record<string, string> }>([
  { seed: 'demo', given: {} },
  { seed: 'demo', given: { SEED: 'demo', SITE_URL: 'http://localhost:4000' } },
  { seed: 'content', given: { SITE_URL: 'https://lamplight.ng' } },
  { seed: 'content', given: { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@b.ng' } },
  { seed: 'none', given: { DATABASE_URL: 'postgres://localhost/x' } },
  { seed: 'none', given: { SUPABASE_URL: 'https://a.example', SUPABASE_PUBLISHABLE_KEY: key } },
])('readEnvironment seeds $seed when it is given $given', ({ seed, given }) => {
  expect(readEnvironment(given).seed).toBe(seed)
})
