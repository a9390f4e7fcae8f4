import * as v from 'valibot'
import { template } from './template.tsx'

/** To all admins and to the person who gets or loses the admin's role. */
export const adminRole = template(
  v.object({ name: v.string(), by: v.string(), given: v.boolean() }),
  ({ name, by, given: input }, { siteUrl }) => ({
    subject: input ? 'There is a new admin' : 'An admin has lost the role',
    body: (
      <>
        <p>
          {by || 'An admin'} {input ? 'made' : 'took the role of admin from'} <strong>{name || 'an account'}</strong>
          {input ? ' an admin' : ''}.
        </p>
        <p>
          If you did not expect this, look in the{' '}
          <a href={`${siteUrl}/admin/log?show=people`} style={{ color: '#005660' }}>
            audit log
          </a>{' '}
          and ask.
        </p>
      </>
    ),
  }),
)
