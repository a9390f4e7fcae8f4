import { href } from 'react-router'
import * as v from 'valibot'
import { template } from './template.tsx'

/** Tells owners and the user that the user became an admin, stopped being one, or has other roles. */
export const adminRole = template(
  v.object({
    name: v.string(),
    by: v.string(),
    granted: v.boolean(),
    changed: v.boolean(),
    roles: v.string(),
  }),
  ({ name, by, granted, changed, roles }, { siteUrl }) => ({
    subject: changed ? 'The roles of an admin changed' : granted ? 'There is a new admin' : 'An admin has lost the role',
    body: (
      <>
        <p>
          {by || 'An admin'} {changed ? 'changed the roles of' : granted ? 'made' : 'took the role of admin from'}{' '}
          <strong>{name || 'an account'}</strong>
          {granted && !changed ? ' an admin' : ''}.{roles && ` Roles now: ${roles}.`}
        </p>
        <p>
          If you did not expect this, look in the{' '}
          <a href={`${siteUrl}${href('/admin/log')}?show=people`} style={{ color: '#005660' }}>
            audit log
          </a>{' '}
          and ask.
        </p>
      </>
    ),
  }),
)
