import * as v from 'valibot'
import { template } from './template.tsx'

/** To a student whose work is looked at again after it was answered. */
export const uploadReopened = template(v.object({ title: v.string() }), ({ title }) => ({
  subject: 'We look at your material again',
  body: (
    <p>
      We took our answer on <strong>{title}</strong> back and look at it again. You hear from us soon; there is nothing for you to
      do.
    </p>
  ),
}))
