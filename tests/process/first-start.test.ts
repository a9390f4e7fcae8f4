import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { freePort, root, temporaryDirectory } from '../support/processes.ts'
import { ask, cookieHeader, send } from '../support/http.ts'
import { linkIn, mailTo, newAddress, signUp, signUpFields } from '../support/emails.ts'
import { sample } from '../support/sample.ts'
import { expectBooksInArchive } from './books-in-archive.ts'
import { expectDemoEntered } from './demo-entered.ts'
import { built, expectOutlinesRemovable, expectProductsSold } from './products-sold.ts'
import { openToxicProxy } from '../support/toxic-proxy.ts'
import { getClient, DEMO_PASSWORD, keysIn, shared, startedOnce, startSite, STUDENT, whenOver } from './sites.ts'

type Accounts = Record<'student' | 'admin', { email: string; password: string }>

/** A first start has our products and the outlines. */
const works = sample.materials.length + built.length
/** Works of the demo's students that were approved. */
const STUDENT_WORKS = 22
const mode = (file: string) => (fs.statSync(file).mode & 0o777).toString(8)
const read = (directory: string, name: string) => fs.readFileSync(path.join(directory, name), 'utf8')

// This is the only start from nothing in these tests, because it takes as long as five others. The other data
// directories are copies of one that was started with SEED=outlines.
test('a first start creates products, private keys, demo accounts and a ledger, and the second seeds nothing', async () => {
  const directory = temporaryDirectory()
  const stored = { path: directory.path, remove: () => {} }
  const backendPort = await freePort()
  const variables = { BACKEND_PORT: String(backendPort) }
  const backendUrl = `http://127.0.0.1:${backendPort}`

  // With all optimisations of V8: PostgreSQL works for seconds here.
  const first = await startSite(variables, stored, [])
  expect(first.running.output()).toContain(`Lamplight is at ${first.url}\n`)
  const printed = first.running.output().match(/^Demo accounts to sign in with: (.+)$/m)?.[1] ?? ''
  expect(path.resolve(root, printed)).toBe(path.join(directory.path, 'demo-accounts.json'))
  expect(first.running.output()).toContain(`${first.url}/dev/mail`)
  await expectProductsSold(first.url)
  await expectDemoEntered(first.url)

  expect(mode(directory.path)).toBe('700')
  expect(mode(path.join(directory.path, 'backend-keys.json'))).toBe('600')
  expect(mode(path.join(directory.path, 'demo-accounts.json'))).toBe('600')
  const keys = keysIn(directory.path)
  expect(Object.keys(keys).toSorted()).toEqual(['jwt_secret', 'publishable_key', 'secret_key'])
  expect(new Set(Object.values(keys)).size).toBe(3)
  expect(Object.values(keys).every((key) => key.length >= 32)).toBe(true)

  const accounts = JSON.parse(read(directory.path, 'demo-accounts.json')) as Accounts
  expect(accounts.student.password).not.toBe(accounts.admin.password)
  expect(accounts.student.password.length).toBeGreaterThanOrEqual(12)
  for (const account of Object.values(accounts)) {
    expect(first.running.output()).not.toContain(account.password)
    const signedIn = await send(`${first.url}/auth`, { intent: 'login', ...account })
    expect(signedIn.status).toBe(303)
    const headers = { cookie: cookieHeader(signedIn.cookies) }
    const dashboard = await ask(`${first.url}/dashboard`, { headers })
    expect(dashboard.text).toContain(account === accounts.admin ? 'Admin' : 'Student')
    if (account === accounts.student) {
      await expectBooksInArchive(first.url, headers)
    }
  }

  // The database has the grants of the migrations from the start (tests/contract/grants.test.ts tests later starts).
  const demo = getClient(backendUrl, keys.publishable_key)
  await demo.auth.signInWithPassword(accounts.student)
  for (let times = 0; times < 3; times += 1) {
    const raised = await demo.from('profiles').update({ user_type: 'Admin' }).eq('user_type', 'Student')
    expect(raised.error?.code).toBe('42501')
  }

  const service = getClient(backendUrl, keys.secret_key)
  // A database that has just made its types reads and writes lists of roles too.
  await demo.auth.signInWithPassword(accounts.admin)
  const student = await service.from('profiles').select('id, admin_roles').eq('user_type', 'Student').limit(1).single()
  expect(student.data?.admin_roles).toEqual([])
  const profile = student.data?.id ?? ''
  expect((await demo.rpc('set_admin_roles', { profile, roles: ['editor', 'money'] })).data).toBe('ok')
  const admins = await service.from('profiles').select('admin_roles').eq('user_type', 'Admin').order('created_at')
  expect(admins.data).toContainEqual({ admin_roles: ['owner'] })
  expect(admins.data).toContainEqual({ admin_roles: ['money', 'editor'] })
  expect((await demo.rpc('set_admin_roles', { profile, roles: [] })).data).toBe('ok')

  const { count } = await service.from('research_materials').select('*', { count: 'exact', head: true })
  expect(count).toBe(works + STUDENT_WORKS)
  const gone = await service
    .from('research_materials')
    .delete()
    .eq('slug', 'medication-adherence-hypertension-enugu')
    .select('id')
  expect(gone.data).toHaveLength(1)
  await service
    .from('ui_content')
    .insert({ page_section: 'hero', content_key: 'hero_title', content_value: 'Ours' })
    .throwOnError()
  await first.end()

  const second = await startSite(variables, directory)
  expect(keysIn(directory.path)).toEqual(keys)
  expect(JSON.parse(read(directory.path, 'demo-accounts.json'))).toEqual(accounts)
  const after = await service.from('research_materials').select('id', { count: 'exact', head: true })
  expect(after.count).toBe(works + STUDENT_WORKS - 1)
  expect((await ask(`${second.url}/`)).text).toContain('<h1>Ours</h1>')
  await expectOutlinesRemovable(second.url, service, accounts.admin)
  await second.end()
})

test('DEMO_PASSWORD sets the password of the demo accounts', async () => {
  const accounts = JSON.parse(read(shared.dataDirectory, 'demo-accounts.json')) as Accounts
  expect(accounts.student).toEqual({ email: STUDENT, password: DEMO_PASSWORD })
  expect(accounts.admin.password).toBe(DEMO_PASSWORD)
  expect((await send(`${shared.url}/auth`, { intent: 'login', ...accounts.student })).status).toBe(303)
})

// server/seed/seed.test.ts tests the seeding over HTTP, and that it runs once.
test('SEED=outlines checks whether a hosted backend was seeded before, and writes nothing to a seeded one', async () => {
  const proxy = await openToxicProxy(Number(new URL(shared.backendUrl).port))
  whenOver(() => proxy.end())
  const site = await startSite({
    SEED: 'outlines',
    SUPABASE_URL: proxy.url,
    SUPABASE_PUBLISHABLE_KEY: shared.keys.publishable_key,
    SUPABASE_SECRET_KEY: shared.keys.secret_key,
  })
  expect(proxy.asked(/^GET \/rest\/v1\/audit_log\?.*sample_content\.loaded/)).toBe(1)
  expect(proxy.asked(/^POST \/rest\/v1\/(research_materials|courses|settings|rpc\/record_sample_content)/)).toBe(0)
  await site.end()
})

// Migrated and never seeded, so its contents result from a first start.
test('SEED=none creates no content and no accounts, and keys from variables take precedence and are not stored', async () => {
  const input = {
    SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_given-by-a-variable',
    SUPABASE_SECRET_KEY: 'sb_secret_given-by-a-variable',
    SUPABASE_JWT_SECRET: 'a secret of thirty-two letters or more',
  }
  const directory = await startedOnce('none')
  const before = keysIn(directory.path)
  const backendPort = await freePort()
  const site = await startSite({ SEED: 'none', ...input, BACKEND_PORT: String(backendPort) }, directory)
  expect(fs.existsSync(path.join(site.dataDirectory, 'demo-accounts.json'))).toBe(false)
  expect(site.running.output()).not.toContain('Demo accounts')
  expect(keysIn(site.dataDirectory)).toEqual(before)

  const url = `http://127.0.0.1:${backendPort}`
  const service = getClient(url, input.SUPABASE_SECRET_KEY)
  for (const table of [
    'research_materials',
    'topics_directory',
    'courses',
    'blog_posts',
    'writing_services',
    'profiles',
  ] as const) {
    expect((await service.from(table).select('id').throwOnError()).data, table).toEqual([])
  }
  expect((await ask(`${site.url}/`)).status).toBe(200)
  expect((await ask(`${site.url}/marketplace`)).text).toContain('No materials found matching your criteria.')

  expect((await getClient(url, before.secret_key).from('audit_log').select('id')).error).not.toBeNull()
  const email = newAddress('given-keys')
  expect((await signUp(site.url, signUpFields(email))).status).toBe(303)
  const { password } = signUpFields(email)
  const confirmed = await send(linkIn((await mailTo(site.dataDirectory, email)).mail), { password })
  const dashboard = await ask(`${site.url}/dashboard`, { headers: { cookie: cookieHeader(confirmed.cookies) } })
  expect(dashboard.status).toBe(200)
  const visitor = getClient(url, input.SUPABASE_PUBLISHABLE_KEY)
  expect((await visitor.auth.signInWithPassword({ email, password })).error).toBeNull()
  expect((await visitor.from('profiles').select('id').throwOnError()).data).toHaveLength(1)
  await site.end()
})
