import { href } from 'react-router'
import * as v from 'valibot'
import { EmailButton, Lines } from './layout.tsx'
import { template } from './template.tsx'

/** Tells admins about a message of the contact page. */
export const adminNewMessage = template(
  v.object({ conversation: v.pipe(v.string(), v.uuid()), name: v.string(), body: v.string() }),
  ({ conversation, name, body }, { siteUrl }) => ({
    subject: `Message from ${name}`,
    body: (
      <>
        <p>
          <Lines of={body} />
        </p>
        <EmailButton href={`${siteUrl}${href('/admin/people/messages/:id', { id: conversation })}`}>Reply</EmailButton>
        <p style={{ fontSize: 14, color: '#465a5f' }}>
          You can switch these emails off in the console, under Settings, Emails to admins.
        </p>
      </>
    ),
  }),
)
