import * as v from 'valibot'
import { EmailButton } from './layout.tsx'
import { template } from './template.tsx'

/** To somebody who deleted the account. The last mail: after it the address is forgotten too. */
export const accountDeleted = template(v.object({}), (_details, { siteUrl }) => ({
  subject: 'Your account is deleted',
  body: (
    <>
      <p>
        Your profile, your bank details, your picture and the works that were not for sale are gone. What the books must keep,
        such as a sale, is kept without your name.
      </p>
      <p>This is our last mail to you, and we do not keep this address. If it was not you who did it, write to us soon.</p>
      <EmailButton href={`${siteUrl}/support`}>Write to us</EmailButton>
    </>
  ),
}))
