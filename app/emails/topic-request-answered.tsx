import { href } from 'react-router'
import * as v from 'valibot'
import { EmailButton, Lines } from './layout.tsx'
import { template } from './template.tsx'

/** Tells a student the reply to their topic request. */
export const topicRequestAnswered = template(
  v.object({
    topic: v.string(),
    answer: v.nullable(v.string()),
    /** The material that answers the request, and its slug. */
    title: v.nullable(v.string()),
    slug: v.nullable(v.string()),
  }),
  ({ topic, answer, title, slug }, { siteUrl }) => ({
    subject: 'About the topic you requested',
    body: (
      <>
        <p>
          You requested <strong>{topic}</strong>.
        </p>
        {answer && (
          <p>
            <Lines of={answer} />
          </p>
        )}
        {slug && (
          <>
            <p>
              We have this for you: <strong>{title}</strong>. You can read part of it free.
            </p>
            <EmailButton href={`${siteUrl}${href('/material-preview/:key', { key: slug })}`}>See it</EmailButton>
          </>
        )}
      </>
    ),
  }),
)
