import * as v from 'valibot'
import type { Finding } from '#app/services/doctor.ts'
import { authDifferences } from './auth-config.ts'
import { passesAddressesOn } from '../backend/visitor-backend.ts'
import type { Check } from './checks.ts'

const settings = v.object({
  disable_signup: v.optional(v.boolean()),
  mailer_autoconfirm: v.optional(v.boolean()),
  external: v.optional(v.object({ email: v.optional(v.boolean()) })),
})

/**
 * Checks the account settings of a hosted project. Email templates, redirect addresses and the switch for forwarding
 * addresses are only readable through the Management API, with a token of the project's owner. A site has no such
 * token, so without one the findings list them to be checked by hand.
 */
export const hostedFindings: Check = async (env, { kind, url, publishableKey, fetch }) => {
  if (kind !== 'hosted' || env.backend.kind !== 'hosted') {
    return []
  }
  const response = await fetch(`${url}/auth/v1/settings`, { headers: { apikey: publishableKey } })
  if (!response.ok) {
    throw new Error(`Auth responds ${response.status}`)
  }
  const body = v.parse(settings, await response.json())
  const area = 'accounts'
  return [
    ...(body.mailer_autoconfirm
      ? [
          {
            severity: 'wrong' as const,
            area,
            what: 'Addresses are taken without confirmation.',
            advice: 'Switch on "Confirm email" under Authentication, Sign In / Providers, Email.',
          },
        ]
      : []),
    ...(body.disable_signup || body.external?.email === false
      ? [
          {
            severity: 'wrong' as const,
            area,
            what: 'Nobody can sign up with an address and a password.',
            advice: 'Allow new users and the provider Email under Authentication, Sign In / Providers.',
          },
        ]
      : []),
    ...(passesAddressesOn(env.backend)
      ? []
      : [
          {
            severity: 'wrong' as const,
            area: 'limits',
            what: 'The project counts all visitors as one, because it is not told where they are.',
            advice: 'Use a SUPABASE_SECRET_KEY that begins with sb_secret_, and switch IP address forwarding on.',
          },
        ]),
    ...(await authSettings(url, env.siteUrl)),
  ]
}

async function authSettings(url: string, siteUrl: string): Promise<Finding[]> {
  const { SUPABASE_ACCESS_TOKEN: token, SUPABASE_MANAGEMENT_URL: api = 'https://api.supabase.com' } = process.env
  if (!token) {
    return [
      {
        severity: 'look',
        area: 'accounts',
        what: 'The project does not tell a site its mail templates, redirect addresses and IP address forwarding.',
        advice:
          `Run the command with SUPABASE_ACCESS_TOKEN, a token of the project's owner, and it compares them. Or by hand with docs/operating.md: the site URL has to be ${siteUrl}. ` +
          '"supabase config push" sets most of them.',
      },
    ]
  }
  const [ref = ''] = new URL(url).hostname.split('.')
  return (await authDifferences(api, ref, token, siteUrl)).map((difference) => ({ severity: 'wrong', ...difference }))
}
