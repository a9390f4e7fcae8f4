import { href } from 'react-router'
import * as v from 'valibot'
import { NotYou } from './layout.tsx'
import { template } from './template.tsx'

const subjects = {
  added: 'A second factor was added to your account',
  removed: 'A second factor was removed from your account',
  codes_replaced: 'Your recovery codes were replaced',
  code_used: 'A recovery code was used to sign in',
  reset: 'Your second factors were reset',
} as const

const details = v.object({
  change: v.picklist(['added', 'removed', 'codes_replaced', 'code_used', 'reset']),
  name: v.string(),
})

/** Tells a user that their second factors changed, or that a recovery code was used, by the user or another person. */
export const secondFactorChanged = template(details, ({ change, name }, { siteUrl }) => ({
  subject: subjects[change],
  body: (
    <>
      <p>
        {change === 'added' && <>From now on, “{name}” can confirm that it is you when you sign in to Lamplight.</>}
        {change === 'removed' && <>“{name}” can no longer confirm that it is you when you sign in to Lamplight.</>}
        {change === 'codes_replaced' && <>The recovery codes from before no longer work. Only the ten new ones do.</>}
        {change === 'code_used' && <>It works no more. See how many you have left, and make new ones if they are few.</>}
        {change === 'reset' && <>An admin removed them, because you asked. Sign in with your password, then add one again.</>}
      </p>
      <p>
        <a href={`${siteUrl}${href('/dashboard/security/two-factor')}`} style={{ color: '#005660' }}>
          Two-factor sign-in
        </a>
      </p>
      <NotYou siteUrl={siteUrl} />
    </>
  ),
}))
