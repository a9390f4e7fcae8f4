import { href } from 'react-router'
import * as v from 'valibot'
import { Lines } from './layout.tsx'
import { template } from './template.tsx'

/** The admin's reply to a message of the contact page, as it was typed, and the message. */
export const messageAnswered = template(v.object({ body: v.string(), reply: v.string() }), ({ body, reply }, { siteUrl }) => ({
  subject: 'Our answer to your message',
  body: (
    <>
      <p>
        <Lines of={reply} />
      </p>
      <p style={{ fontSize: 14, color: '#465a5f' }}>You wrote:</p>
      <p style={{ fontSize: 14, color: '#465a5f' }}>
        <Lines of={body} />
      </p>
      <p style={{ fontSize: 14, color: '#465a5f' }}>
        To write again, use <a href={`${siteUrl}${href('/contact')}`}>the contact page</a>.
      </p>
    </>
  ),
}))
