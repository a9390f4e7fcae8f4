import * as v from 'valibot'
import { passesAddressesOn } from '../visitor-backend.ts'
import type { Check } from './look-over.ts'

const settings = v.object({
  disable_signup: v.optional(v.boolean()),
  mailer_autoconfirm: v.optional(v.boolean()),
  external: v.optional(v.object({ email: v.optional(v.boolean()) })),
})

/**
 * What a hosted project says of its accounts. Mail templates, redirect addresses and the switch for forwarding addresses are told by the
 * Management API alone, so they are named to be looked at.
 */
export const hostedFindings: Check = async (env, { kind, url, publishableKey, fetch }) => {
  if (kind !== 'hosted' || env.backend.kind !== 'hosted') {
    return []
  }
  const answer = await fetch(`${url}/auth/v1/settings`, { headers: { apikey: publishableKey } })
  if (!answer.ok) {
    throw new Error(`Auth answers ${answer.status}`)
  }
  const said = v.parse(settings, await answer.json())
  const area = 'accounts'
  return [
    ...(said.mailer_autoconfirm
      ? [
          {
            severity: 'wrong' as const,
            area,
            what: 'Addresses are taken without confirmation.',
            advice: 'Switch on "Confirm email" under Authentication, Sign In / Providers, Email.',
          },
        ]
      : []),
    ...(said.disable_signup || said.external?.email === false
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
    {
      severity: 'look',
      area,
      what: 'The project does not tell a site its mail templates, redirect addresses and IP address forwarding.',
      advice: `Compare them by hand with docs/operating.md: the site URL has to be ${env.siteUrl}. "supabase config push" sets them all.`,
    },
  ]
}
