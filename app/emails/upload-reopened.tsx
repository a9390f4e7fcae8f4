import * as v from 'valibot'
import { template } from './template.tsx'

/** To a student whose work is reviewed again after an answer. */
export const uploadReopened = template(v.object({ title: v.string() }), ({ title }) => ({
  subject: 'We are reviewing your material again',
  body: (
    <p>
      We took back our answer on <strong>{title}</strong> and are reviewing it again. You will hear from us soon; you do not need
      to do anything.
    </p>
  ),
}))
