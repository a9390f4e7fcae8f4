import * as v from 'valibot'
import { template } from './template.tsx'

/** Tells all admins and the user that the user got or lost the admin role. */
export const adminRole = template(
  v.object({ name: v.string(), by: v.string(), granted: v.boolean() }),
  ({ name, by, granted }, { siteUrl }) => ({
    subject: granted ? 'There is a new admin' : 'An admin has lost the role',
    body: (
      <>
        <p>
          {by || 'An admin'} {granted ? 'made' : 'took the role of admin from'} <strong>{name || 'an account'}</strong>
          {granted ? ' an admin' : ''}.
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
