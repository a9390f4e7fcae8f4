import { href } from 'react-router'
import * as v from 'valibot'
import { EmailButton } from './layout.tsx'
import { template } from './template.tsx'

/** Confirms to a student that their work arrived. */
export const uploadReceived = template(v.object({ title: v.string() }), ({ title }, { siteUrl }) => ({
  subject: 'We received your material',
  body: (
    <>
      <p>
        <strong>{title}</strong> is with us. You will receive an email response regarding approval and pricing within 3-5 business
        days.
      </p>
      <EmailButton href={`${siteUrl}${href('/upload-materials')}#your-uploads`}>See your uploads</EmailButton>
      <p>You do not need to do anything until then.</p>
    </>
  ),
}))
