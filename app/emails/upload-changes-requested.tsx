import { href } from 'react-router'
import * as v from 'valibot'
import { EmailButton, Lines } from './layout.tsx'
import { template } from './template.tsx'

/** Tells a student that their work needs a correction before a decision. */
export const uploadChangesAsked = template(v.object({ title: v.string(), note: v.string() }), ({ title, note }, { siteUrl }) => ({
  subject: 'Your material needs a change',
  body: (
    <>
      <p>
        We read <strong>{title}</strong>. Please correct this before we decide:
      </p>
      <blockquote style={{ margin: '16px 0', paddingLeft: 16, borderLeft: '2px solid #738488' }}>
        <Lines of={note} />
      </blockquote>
      <p>
        Change it in your file, then send the new file in place of the old one. You do not need to fill in anything again. If a
        sentence explains it, answer in words.
      </p>
      <EmailButton href={`${siteUrl}${href('/upload-materials')}#waiting-for-you`}>Send the new file or an answer</EmailButton>
    </>
  ),
}))
