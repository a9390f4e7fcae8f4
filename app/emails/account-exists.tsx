import { href } from 'react-router'
import * as v from 'valibot'
import { EmailButton } from './layout.tsx'
import { template } from './template.tsx'

/** Tells the owner of an account that someone used their address for a new account, or for another account. */
export const accountExists = template(v.object({}), (_details, { siteUrl }) => ({
  subject: 'You already have a Lamplight account',
  body: (
    <>
      <p>Someone, probably you, tried to create another account with this address. It already has one, so nothing was changed.</p>
      <EmailButton href={`${siteUrl}${href('/auth')}`}>Sign in</EmailButton>
      <p>
        If you created the account a moment ago, look for the email that asks you to confirm it. If it was not you, ignore this
        email.
      </p>
    </>
  ),
}))
