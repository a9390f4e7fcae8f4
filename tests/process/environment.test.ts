import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { runToEnd, temporaryDirectory } from '../support/processes.ts'

/** Returns the output of a start with these variables, and the contents of its data directory. */
async function refusedStart(variables: Record<string, string>, program = 'server/main.ts') {
  const directory = temporaryDirectory()
  const dataDirectory = path.join(directory.path, 'data')
  const { code, output } = await runToEnd([program], { DATA_DIR: dataDirectory, ...variables })
  const left = fs.existsSync(dataDirectory)
  directory.remove()
  return { code, output, left }
}

test('the process reports every invalid variable in one message and ends with 1 before it begins anything', async () => {
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

// Other conflicts are tested in server/environment.test.ts.
test('a start rejects conflicting variables before anything begins', async () => {
  const { code, output, left } = await refusedStart({ SUPABASE_URL: 'https://a.example' })
  expect(code).toBe(1)
  expect(output).toContain('  - SUPABASE_URL needs SUPABASE_PUBLISHABLE_KEY')
  expect(output.match(/^ {2}- /gm)).toHaveLength(1)
  expect(left).toBe(false)
})

test('the separate backend checks the same environment and rejects a hosted one', async () => {
  const faulty = await refusedStart({ PORT: 'x', SEED: 'some' }, 'tools/backend.ts')
  expect(faulty).toMatchObject({ code: 1, left: false })
  expect(faulty.output).toContain('  - PORT must')
  expect(faulty.output).toContain('  - SEED must')

  const hosted = await refusedStart({ SUPABASE_URL: 'https://a.example', SUPABASE_PUBLISHABLE_KEY: key }, 'tools/backend.ts')
  expect(hosted).toMatchObject({ code: 1, left: false })
  expect(hosted.output).toContain('unset SUPABASE_URL')
})
