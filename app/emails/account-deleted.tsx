import { href } from 'react-router'
import * as v from 'valibot'
import { EmailButton } from './layout.tsx'
import { template } from './template.tsx'

/** Confirms to a user that their account is deleted. It is the last email; then the address is deleted too. */
export const accountDeleted = template(v.object({}), (_details, { siteUrl }) => ({
  subject: 'Your account is deleted',
  body: (
    <>
      <p>
        Your profile, your bank details, your picture and the works that were not for sale are gone. Records that we must keep,
        such as a sale, are kept without your name.
      </p>
      <p>
        This is our last email to you, and we do not keep this address. If you did not do this, write to us as soon as you can.
      </p>
      <EmailButton href={`${siteUrl}${href('/support')}`}>Write to us</EmailButton>
    </>
  ),
}))
