import * as v from 'valibot'
import { template } from './template.tsx'

/** To all operators and to the person who gets or loses the operator's role. */
export const operatorRole = template(
  v.object({ name: v.string(), by: v.string(), given: v.boolean() }),
  ({ name, by, given }, { siteUrl }) => ({
    subject: given ? 'There is a new operator' : 'An operator has lost the role',
    body: (
      <>
        <p>
          {by || 'An operator'} {given ? 'made' : 'took the role of operator from'} <strong>{name || 'an account'}</strong>
          {given ? ' an operator' : ''}.
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
