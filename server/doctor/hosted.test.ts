// Tests the doctor's findings for a hosted project, healthy and sabotaged in many ways; each finding must have
// advice.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openProjectDouble, type ProjectDouble, PUBLISHABLE, SECRET, TOKEN } from '#tests/support/project-double.ts'
import { temporaryDirectory } from '#tests/support/processes.ts'
import { readEnvironment } from '../environment.ts'
import { runChecks } from './checks.ts'

const SITE = 'https://lamplight.example'
const directory = temporaryDirectory()
let project: ProjectDouble
const before = { ...process.env }

beforeAll(async () => {
  project = await openProjectDouble(SITE)
})
beforeEach(() => {
  project.healthy()
  process.env.SUPABASE_ACCESS_TOKEN = TOKEN
  process.env.SUPABASE_MANAGEMENT_URL = project.url
})
afterAll(async () => {
  for (const name of ['SUPABASE_ACCESS_TOKEN', 'SUPABASE_MANAGEMENT_URL']) {
    if (before[name] === undefined) {
      delete process.env[name]
    } else {
      process.env[name] = before[name]
    }
  }
  await project.stop()
  directory.remove()
})

async function findings(secretKey: string | null = SECRET) {
  const env = readEnvironment({
    SITE_URL: SITE,
    DATA_DIR: directory.path,
    TRUSTED_PROXIES: '127.0.0.1',
    SUPABASE_URL: project.url,
    SUPABASE_PUBLISHABLE_KEY: PUBLISHABLE,
    ...(secretKey ? { SUPABASE_SECRET_KEY: secretKey } : {}),
  })
  const backend = { kind: 'hosted' as const, url: project.url, publishableKey: PUBLISHABLE, secretKey, fetch: globalThis.fetch }
  // This finding is about the mail server of the site, which is not under test.
  return (await runChecks(env, backend)).filter(({ what }) => !what.startsWith('Emails are not sent'))
}

test('hosted findings are empty for a healthy project', async () => {
  expect(await findings()).toEqual([])
})

test('hosted findings list what to compare by hand without an access token', async () => {
  delete process.env.SUPABASE_ACCESS_TOKEN
  expect(await findings()).toMatchObject([
    { severity: 'look', advice: expect.stringContaining('SUPABASE_ACCESS_TOKEN') as string },
  ])
})

test.each<[what: string, sabotage: () => void, says: RegExp, advice: RegExp]>([
  [
    'another site',
    () => (project.auth.site_url = 'http://localhost:3000'),
    /Links in mails lead to http:\/\/localhost:3000/,
    /Site URL: https:\/\/lamplight\.example/,
  ],
  [
    'redirects to anywhere',
    () => (project.auth.uri_allow_list = 'https://lamplight.example/**,https://**'),
    /may lead to any site: .* https:\/\/\*\*/,
    /Remove it/,
  ],
  [
    'a mail of Supabase itself',
    () => (project.auth.mailer_templates_recovery_content = '<a href="{{ .ConfirmationURL }}">Reset</a>'),
    /The mail "recovery" is not ours/,
    /supabase config push/,
  ],
  [
    'another subject',
    () => (project.auth.mailer_subjects_confirmation = 'Confirm'),
    /"confirmation" has another subject/,
    /config push/,
  ],
  [
    'short passwords',
    () => (project.auth.password_min_length = 6),
    /least length of passwords is 6, and should be 8/,
    /config push/,
  ],
  [
    'codes that can be tried out',
    () => (project.auth.mailer_otp_length = 6),
    /digits behind a link is 6, and should be 10/,
    /config push/,
  ],
  [
    'forwarding switched off',
    () => (project.auth.security_sb_forwarded_for_enabled = false),
    /IP address forwarding is off/,
    /Rate Limits/,
  ],
  [
    'an address confirmed by itself',
    () => (project.auth.mailer_secure_email_change_enabled = false),
    /confirmed by itself alone/,
    /double_confirm/,
  ],
  ['no confirmations', () => (project.shown.mailer_autoconfirm = true), /without confirmation/, /Confirm email/],
  ['nobody signs up', () => (project.shown.disable_signup = true), /Nobody can sign up/, /Allow new users/],
  [
    'a function that was not deployed',
    () => project.functions.delete('upload-to-drive'),
    /upload-to-drive is not there/,
    /functions deploy upload-to-drive/,
  ],
  [
    'another publishable key',
    () => (project.keys.publishable = 'sb_publishable_another'),
    /refuses the publishable key/,
    /SUPABASE_PUBLISHABLE_KEY/,
  ],
  ['another secret key', () => (project.keys.secret = 'sb_secret_another'), /refuses the secret key/, /SUPABASE_SECRET_KEY/],
  ['a migration that was not pushed', () => project.migrations.pop(), /The migration \d{14} was not run/, /supabase db push/],
  [
    'a token that is refused',
    () => (process.env.SUPABASE_ACCESS_TOKEN = 'sbp_another'),
    /Management API responds 401.*SUPABASE_ACCESS_TOKEN/,
    /\w/,
  ],
])('hosted findings include %s with advice', async (_what, sabotage, says, advice) => {
  sabotage()
  const found = await findings()
  expect(found.find(({ what }) => says.test(what))).toMatchObject({
    severity: 'wrong',
    advice: expect.stringMatching(advice) as string,
  })
})

test('hosted findings name what does not work without a secret key or with an older one', async () => {
  expect((await findings(null)).map(({ what }) => what).join('\n')).toContain('There is no secret key')
  project.keys.secret = 'eyJhbGciOiJIUzI1NiJ9.an-older-service-role-key'
  expect((await findings(project.keys.secret)).map(({ what }) => what)).toEqual([
    expect.stringContaining('counts all visitors as one'),
  ])
})

test('hosted findings include those of the database unchanged', async () => {
  const finding = {
    severity: 'wrong',
    area: 'policy',
    what: 'The policy A on public.payouts is none of ours: *',
    advice: 'Remove it.',
  }
  project.findings = [finding]
  expect(await findings()).toEqual([finding])
})
