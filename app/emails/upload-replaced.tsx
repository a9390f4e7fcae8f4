import { href } from 'react-router'
import * as v from 'valibot'
import { EmailButton } from './layout.tsx'
import { template } from './template.tsx'

/** Confirms to a student that another file of their work arrived. */
export const uploadReplaced = template(
  v.object({ title: v.string(), file_name: v.string() }),
  ({ title, file_name }, { siteUrl }) => ({
    subject: 'We have your new file',
    body: (
      <>
        <p>
          <strong>{file_name}</strong> arrived for <strong>{title}</strong>. The old file is removed.
        </p>
        <p>The review time starts again today: you will receive the answer by email within 3-5 business days.</p>
        <EmailButton href={`${siteUrl}${href('/upload-materials')}#your-uploads`}>See your uploads</EmailButton>
      </>
    ),
  }),
)
