import { href } from 'react-router'
import * as v from 'valibot'
import { template } from './template.tsx'

/** Invites someone to become an admin. */
export const adminInvitation = template(
  v.object({ by: v.string(), roles: v.string(), token: v.string() }),
  ({ by, roles, token }, { siteUrl }) => ({
    subject: 'You are invited to run Lamplight with us',
    body: (
      <>
        <p>
          {by || 'An owner'} invites you to the admin console of Lamplight. Your roles there: {roles}.
        </p>
        <p>
          <a href={`${siteUrl}${href('/auth/invitation')}?token=${token}`} style={{ color: '#005660' }}>
            Accept the invitation
          </a>
        </p>
        <p>
          Choose a password there, and add a second factor. The link works once, within seven days, and only for this address. If
          you did not expect it, ignore this email: nothing happens without the link.
        </p>
      </>
    ),
  }),
)
