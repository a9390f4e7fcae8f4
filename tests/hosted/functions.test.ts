// The functions in real Deno, as hosted projects run them, in front of an embedded backend over HTTP. Their keys have
// the format of a hosted project; the drive is Google's (tests/support/google-drive.ts).
import { spawnSync, type SpawnSyncReturns } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { ServerType } from '@hono/node-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveBackend } from '../../server/backend/serve.ts'
import { type EmbeddedBackend, startBackend } from '../../server/backend/start.ts'
import { makeDemoAccounts } from '../../server/seed/demo-accounts.ts'
import { close } from '../../server/shutdown.ts'
import { type GoogleDouble, openGoogleDouble } from '../support/google-drive.ts'
import { freePort, listens, root, type Running, start, temporaryDirectory, until } from '../support/processes.ts'
import { DENO } from './hosted-project.ts'

const functions = path.join(root, 'supabase/functions')
const config = ['--config', path.join(functions, 'deno.json'), '--lock', path.join(functions, 'deno.lock'), '--frozen']
const NAMES = ['upload-to-drive', 'remove-from-drive', 'sales-hook', 'paystack-hook']
const getEntry = (name: string) => path.join(functions, name, 'index.ts')
const denoDirectory = path.join(root, 'node_modules/.cache/lamplight-deno')
const MEBIBYTE = 1024 * 1024
const SALES_HOOK_SECRET = 'a secret that is long enough to be one'
const SITE_KEY = 'sb_secret_of_the_site_alone_0123456789'

const directory = temporaryDirectory()
let backend: EmbeddedBackend
let server: ServerType
let google: GoogleDouble
let backendUrl: string
const running: Running[] = []
const addresses: Record<string, string> = {}
let student: { token: string; id: string }
let admin: { token: string; id: string }

let checked: SpawnSyncReturns<string> | undefined

beforeAll(async () => {
  // Downloads the packages of the lock file; the functions then run without the network. This step needs the machine's
  // network settings.
  checked = spawnSync(DENO, ['check', ...config, ...NAMES.map(getEntry)], {
    env: { ...process.env, DENO_DIR: denoDirectory },
    encoding: 'utf8',
  })
  backend = await startBackend(
    { backend: { kind: 'embedded' }, dataDirectory: directory.path, keys: {}, siteUrl: 'http://localhost' },
    { mailer: { send: async () => {} } },
  )
  const port = await freePort()
  server = await serveBackend(backend, port)
  backendUrl = `http://127.0.0.1:${port}`
  google = await openGoogleDouble()
  const created = await makeDemoAccounts(backend.database, {
    dataDirectory: directory.path,
    demoPassword: 'a lamp for the night',
  })
  student = await signIn(created.student.email)
  admin = await signIn(created.admin.email)
  for (const name of NAMES) {
    await serveFunction(name)
  }
}, 300_000)
afterAll(async () => {
  await Promise.all(running.map((each) => each.stop()))
  await close(server)
  await google.end()
  await backend.stop()
  directory.remove()
})

async function signIn(email: string): Promise<{ token: string; id: string }> {
  const response = await fetch(`${backendUrl}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: backend.keys.publishable_key, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'a lamp for the night' }),
  })
  const { access_token, user } = (await response.json()) as { access_token: string; user: { id: string } }
  return { token: access_token, id: user.id }
}

async function serveFunction(name: string): Promise<void> {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const each = start(
    DENO,
    [
      'serve',
      '--allow-net',
      '--allow-env',
      '--allow-read',
      ...config,
      '--host',
      '127.0.0.1',
      '--port',
      String(port),
      getEntry(name),
    ],
    {
      DENO_DIR: denoDirectory,
      SUPABASE_URL: backendUrl,
      SUPABASE_SECRET_KEYS: JSON.stringify({ site: SITE_KEY, default: backend.keys.secret_key }),
      SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: backend.keys.publishable_key }),
      SALES_HOOK_SECRET,
      ...google.settings,
    },
  )
  running.push(each)
  addresses[name] = address
  await until(() => listens(address), each)
}

const call = async (name: string, body: unknown, key: string, method = 'POST') => {
  const response = await fetch(addresses[name] ?? '', {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(method === 'POST' && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const eclampsia = fs.readFileSync(path.join(root, 'tests/fixtures/eclampsia-care.pdf'))
let files = 1_795_000_000_000
async function sendIn(title: string, bytes: Buffer): Promise<{ fileId: string; uploadId: string }> {
  const fileId = `${student.id}/${(files += 1)}-work.pdf`
  const { secret_key } = backend.keys
  const stored = await fetch(`${backendUrl}/storage/v1/object/material-uploads/${fileId}`, {
    method: 'POST',
    headers: { apikey: secret_key, authorization: `Bearer ${secret_key}`, 'content-type': 'application/pdf' },
    body: new Uint8Array(bytes),
  })
  expect(stored.status).toBe(200)
  const [row] = await backend.database.query<{ id: string }>(
    `insert into public.material_uploads (user_id, title, category, format, file_name, file_path, file_sha256)
     select id, $2, 'thesis', 'PDF', 'a.pdf', $3, $4 from public.profiles where user_id = $1 returning id`,
    [student.id, title, fileId, createHash('sha256').update(bytes).digest('hex')],
  )
  return { fileId, uploadId: row?.id ?? '' }
}

test("the functions pass Deno's type check with the locked versions, which equal the site's", () => {
  expect(checked?.stderr).not.toContain('error')
  expect(checked?.status).toBe(0)
  const { imports } = JSON.parse(fs.readFileSync(path.join(functions, 'deno.json'), 'utf8')) as {
    imports: Record<string, string>
  }
  const { dependencies } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  for (const [name, specifier] of Object.entries(imports)) {
    expect(specifier).toBe(`npm:${name}@${dependencies[name]}`)
  }
})

test('the functions accept every secret key of the project and reject any other', async () => {
  for (const key of [SITE_KEY, backend.keys.secret_key]) {
    expect(await call('upload-to-drive', null, key, 'GET')).toEqual({ status: 200, body: { drive: 'google', fault: null } })
  }
  for (const key of ['sb_secret_wrong', backend.keys.publishable_key]) {
    expect((await call('upload-to-drive', null, key, 'GET')).status).toBe(401)
  }
  expect((await call('upload-to-drive', null, student.token, 'GET')).status).toBe(401)
})

test("the functions accept a user's HS256 token and copy a file to Google Drive once", async () => {
  expect(JSON.parse(Buffer.from(student.token.split('.')[0] ?? '', 'base64url').toString())).toMatchObject({ alg: 'HS256' })
  const upload = await sendIn('Care of a client: Ìbàdàn', eclampsia)
  expect(await call('upload-to-drive', upload, `${student.token}x`)).toMatchObject({ status: 401 })
  expect(await call('upload-to-drive', upload, student.token)).toEqual({ status: 200, body: { copied: true } })
  expect(await call('upload-to-drive', upload, admin.token)).toEqual({ status: 200, body: { copied: true } })
  expect(google.files().map(({ name }) => name)).toEqual(['Care of a client: Ìbàdàn.pdf'])
  expect(google.files()[0]?.bytes.equals(eclampsia)).toBe(true)
})

test('the functions pass six simultaneous files of 49 MiB without holding one of each in memory', async () => {
  const bytes = Buffer.concat([eclampsia, randomBytes(49 * MEBIBYTE)])
  const pid = running[0]?.process.pid
  const max = () => Number(fs.readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmHWM:\s+(\d+) kB/)?.[1]) * 1024
  // The first copy loads what every copy needs.
  await call('upload-to-drive', await sendIn('Small', eclampsia), backend.keys.secret_key)
  const before = max()
  const uploads: Awaited<ReturnType<typeof sendIn>>[] = []
  for (const at of [1, 2, 3, 4, 5, 6]) {
    uploads.push(await sendIn(`Large ${at}`, bytes))
  }
  const responses = await Promise.all(uploads.map((upload) => call('upload-to-drive', upload, backend.keys.secret_key)))
  expect(responses).toEqual(uploads.map(() => ({ status: 200, body: { copied: true } })))
  const large = google.files().filter(({ name }) => name.startsWith('Large'))
  expect(large.map((file) => file.bytes.equals(bytes))).toEqual(uploads.map(() => true))
  const more = Math.round((max() - before) / MEBIBYTE)
  console.log(`Deno took ${more} MiB more for six files of 49 MiB`)
  // Uncollected garbage counts too.
  expect(more).toBeLessThan(6 * 49)
})

test('the functions remove a copy by its reference', async () => {
  const upload = await sendIn('Removed', eclampsia)
  await call('upload-to-drive', upload, backend.keys.secret_key)
  const reference = `${upload.uploadId}-Removed.pdf`
  expect(await call('remove-from-drive', { reference }, SITE_KEY)).toEqual({ status: 200, body: { removed: true } })
  expect(google.files().map(({ name }) => name)).not.toContain('Removed.pdf')
  expect((await call('remove-from-drive', { reference }, student.token)).status).toBe(401)
})

test('the functions store a sale that an automation reports', async () => {
  const response = await fetch(addresses['sales-hook'] ?? '', {
    method: 'POST',
    headers: { 'x-lamplight-secret': SALES_HOOK_SECRET },
    body: JSON.stringify({ order_reference: 'DENO-1', product_name: 'A pack of nobody', amount: 3500 }),
  })
  expect(response.status).toBe(200)
  await expect
    .poll(() => backend.database.query(`select from public.unmatched_sales where order_reference = 'DENO-1'`))
    .toHaveLength(1)
})
