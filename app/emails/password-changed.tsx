import * as v from 'valibot'
import { NotYou } from './layout.tsx'
import { template } from './template.tsx'

/** Tells a user that their password was changed, by the user or by another person. */
export const passwordChanged = template(v.object({}), (_details, { siteUrl }) => ({
  subject: 'Your password was changed',
  body: (
    <>
      <p>Your Lamplight account has a new password. Other phones and computers are signed out.</p>
      <NotYou siteUrl={siteUrl} />
    </>
  ),
}))
