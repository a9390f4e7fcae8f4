/* Nothing that a browser receives contains a secret of the server or names one. */
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { shared } from '../process/sites.ts'
import { ask } from '../support/http.ts'
import { root } from '../support/processes.ts'

const SECRETS = [
  shared.keys.secret_key,
  shared.keys.jwt_secret,
  shared.keys.publishable_key,
  'sb_secret_',
  'service_role',
  'SUPABASE_SECRET_KEY',
  'SALES_HOOK_SECRET',
  'PAYSTACK_SECRET_KEY',
  'DATABASE_URL',
  'SMTP_URL',
]

test('omits keys and the names of secrets from the files of the build', () => {
  const files = fs
    .readdirSync(path.join(root, 'build/client'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(js|css|json|html|map|txt|webmanifest)$/.test(entry.name))
  expect(files.length).toBeGreaterThan(5)
  for (const { parentPath, name } of files) {
    const text = fs.readFileSync(path.join(parentPath, name), 'utf8')
    expect([name, SECRETS.filter((secret) => text.includes(secret))]).toEqual([name, []])
  }
})

test.each(['/', '/marketplace', '/auth', '/upload-materials', '/orders', '/healthz', '/_root.data'])(
  'omits keys and the names of secrets from the response at %s',
  async (address) => {
    const { text } = await ask(shared.url + address)
    expect(SECRETS.filter((secret) => text.includes(secret))).toEqual([])
  },
)
