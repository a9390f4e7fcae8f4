import * as v from 'valibot'
import { template } from './template.tsx'

/** Tells a student that their work is reviewed again after a decision. */
export const uploadReopened = template(v.object({ title: v.string() }), ({ title }) => ({
  subject: 'We are reviewing your material again',
  body: (
    <p>
      We withdrew our decision on <strong>{title}</strong> and are reviewing it again. You will hear from us soon; you do not need
      to do anything.
    </p>
  ),
}))
