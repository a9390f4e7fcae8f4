/*
 * A hosted project as the doctor checks it: the public settings of Auth, the reads that test a key, the findings of the
 * database, the functions, and the Management API. Everything is healthy; a test changes what it sabotages.
 */
import fs from 'node:fs'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { root } from './processes.ts'

export const PUBLISHABLE = 'sb_publishable_0123456789abcdef'
export const SECRET = 'sb_secret_0123456789abcdef'
export const TOKEN = 'sbp_of_the_owner'

export type ProjectDouble = {
  url: string
  healthy(): void
  /** Its responses, which tests edit. */
  auth: Record<string, unknown>
  shown: Record<string, unknown>
  functions: Set<string>
  findings: Record<string, string>[]
  keys: { publishable: string; secret: string }
  migrations: string[]
  stop(): Promise<void>
}

const template = (name: string) => fs.readFileSync(path.join(root, 'supabase/templates', `${name}.html`), 'utf8')

export async function openProjectDouble(siteUrl: string): Promise<ProjectDouble> {
  const double: ProjectDouble = {
    url: '',
    auth: {},
    shown: {},
    functions: new Set(),
    findings: [],
    keys: { publishable: '', secret: '' },
    migrations: [],
    healthy() {
      double.auth = {
        site_url: siteUrl,
        uri_allow_list: `${siteUrl}/**`,
        password_min_length: 8,
        mailer_otp_length: 10,
        mailer_otp_exp: 86_400,
        mailer_secure_email_change_enabled: true,
        security_sb_forwarded_for_enabled: true,
        mailer_subjects_confirmation: 'Confirm your Lamplight account',
        mailer_subjects_recovery: 'Choose a new Lamplight password',
        mailer_subjects_email_change: 'Confirm the new email of your account',
        // The dashboard changes line breaks.
        mailer_templates_confirmation_content: template('confirmation').replaceAll('\n', '\r\n'),
        mailer_templates_recovery_content: template('recovery'),
        mailer_templates_email_change_content: template('email_change'),
      }
      double.shown = { disable_signup: false, mailer_autoconfirm: false, external: { email: true } }
      double.functions = new Set(['upload-to-drive', 'remove-from-drive', 'sales-hook', 'paystack-hook'])
      double.findings = []
      double.keys = { publishable: PUBLISHABLE, secret: SECRET }
      double.migrations = fs.readdirSync(path.join(root, 'supabase/migrations')).map((file) => file.slice(0, 14))
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://project')
    const { apikey, authorization } = request.headers
    const tell = (status: number, body: unknown) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    request.resume()
    const known = apikey === double.keys.publishable || apikey === double.keys.secret
    if (pathname.startsWith('/v1/projects/127/config/auth')) {
      return authorization === `Bearer ${TOKEN}` ? tell(200, double.auth) : tell(401, { message: 'Unauthorized' })
    }
    if (pathname.startsWith('/functions/v1/')) {
      return double.functions.has(pathname.slice('/functions/v1/'.length)) ? tell(401, {}) : tell(404, { code: 'NOT_FOUND' })
    }
    if (!known) {
      return tell(401, { message: 'Invalid API key' })
    }
    if (pathname === '/auth/v1/settings') {
      return tell(200, double.shown)
    }
    if (pathname === '/rest/v1/rpc/check_database') {
      return apikey === double.keys.secret
        ? tell(200, { now: new Date().toISOString(), findings: double.findings, migrations: double.migrations })
        : tell(403, { code: '42501' })
    }
    return tell(200, [])
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  double.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  double.healthy()
  return double
}
