import fs from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'

const repository = path.resolve(import.meta.dirname, '../..')
const MAILS = ['confirmation', 'recovery', 'email_change'] as const

const result = v.looseObject({
  site_url: v.nullish(v.string()),
  uri_allow_list: v.nullish(v.string()),
  password_min_length: v.nullish(v.number()),
  mailer_otp_length: v.nullish(v.number()),
  mailer_otp_exp: v.nullish(v.number()),
  mailer_secure_email_change_enabled: v.nullish(v.boolean()),
  security_sb_forwarded_for_enabled: v.nullish(v.boolean()),
})

/** A setting of Auth that is wrong, with advice. */
export type Difference = { area: string; what: string; advice: string }

/**
 * Checks the Auth settings of a project through the Management API.
 * @param api its origin.
 * @param ref the name of the project: the first part of its address.
 * @throws a sentence when it rejects the token.
 */
export async function authDifferences(api: string, ref: string, token: string, siteUrl: string): Promise<Difference[]> {
  const response = await fetch(`${api}/v1/projects/${encodeURIComponent(ref)}/config/auth`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(10_000),
  })
  if (!response.ok) {
    await response.body?.cancel()
    throw new Error(`the Management API responds ${response.status} for the project ${ref}: check SUPABASE_ACCESS_TOKEN`)
  }
  const settings = v.parse(result, await response.json())
  return [...addresses(settings, siteUrl), ...numbers(settings), ...switches(settings), ...mails(settings)]
}

type Settings = v.InferOutput<typeof result>

function addresses({ site_url, uri_allow_list }: Settings, siteUrl: string): Difference[] {
  const found: Difference[] = []
  const advice = 'Set it under Authentication, URL Configuration.'
  if (site_url?.replace(/\/$/, '') !== siteUrl) {
    found.push({
      area: 'accounts',
      what: `Links in mails lead to ${site_url ?? 'nowhere'}, and the site is ${siteUrl}.`,
      advice: `${advice} Site URL: ${siteUrl}`,
    })
  }
  // The sender of a request for a link may choose any of these as its target.
  const wide = (uri_allow_list ?? '').split(',').filter((each) => /^(?:\*|https?:\/\/\*)/.test(each.trim()))
  if (wide.length > 0) {
    found.push({
      area: 'accounts',
      what: `Links may lead to any site: the redirect address ${wide.join(', ')} names no host.`,
      advice: `${advice} Remove it; ${siteUrl}/** is enough.`,
    })
  }
  return found
}

function numbers(settings: Settings): Difference[] {
  const wanted = [
    ['password_min_length', 'minimum_password_length', 'The least length of passwords'],
    ['mailer_otp_length', 'otp_length', 'The number of digits behind a link'],
    ['mailer_otp_exp', 'otp_expiry', 'How many seconds a link works'],
  ] as const
  return wanted.flatMap(([told_, ours, what]) => {
    const should = Number(configured(ours))
    return settings[told_] === should
      ? []
      : [
          {
            area: 'accounts',
            what: `${what} is ${settings[told_] ?? 'not set'}, and should be ${should}.`,
            advice: 'Run: supabase config push',
          },
        ]
  })
}

function switches({ security_sb_forwarded_for_enabled, mailer_secure_email_change_enabled }: Settings): Difference[] {
  const found: Difference[] = []
  if (!security_sb_forwarded_for_enabled) {
    found.push({
      area: 'limits',
      what: 'The project counts all visitors as one, because IP address forwarding is off.',
      advice: 'Switch it on under Authentication, Rate Limits.',
    })
  }
  if (mailer_secure_email_change_enabled === false) {
    found.push({
      area: 'accounts',
      what: 'A new address is confirmed by itself alone.',
      advice: 'Run: supabase config push (double_confirm_changes)',
    })
  }
  return found
}

function mails(settings: Settings): Difference[] {
  return MAILS.flatMap((name) => {
    const subject: unknown = settings[`mailer_subjects_${name}`]
    const content: unknown = settings[`mailer_templates_${name}_content`]
    const ours = fs.readFileSync(path.join(repository, 'supabase/templates', `${name}.html`), 'utf8')
    const sameText = typeof content === 'string' && squeezed(content) === squeezed(ours)
    if (sameText && subject === subjectOf(name)) {
      return []
    }
    const what = sameText
      ? `The mail "${name}" has another subject than ours.`
      : `The mail "${name}" is not ours, and its link may not work here.`
    return [
      {
        area: 'mail',
        what,
        advice: `Run: supabase config push, or copy supabase/templates/${name}.html under Authentication, Emails.`,
      },
    ]
  })
}

const squeezed = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

const config = (): string => fs.readFileSync(path.join(repository, 'supabase/config.toml'), 'utf8')
const configured = (name: string): string => new RegExp(`^${name} = (.*)$`, 'm').exec(config())?.[1] ?? ''
const subjectOf = (name: string): string =>
  new RegExp(`\\[auth\\.email\\.template\\.${name}\\]\\nsubject = "(.*)"`).exec(config())?.[1] ?? ''
