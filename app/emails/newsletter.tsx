import { href } from 'react-router'
import * as v from 'valibot'
import { formatDay } from '../platform/text/dates.ts'
import { emailHtml } from '../platform/text/readable.server.ts'
import { template } from './template.tsx'

const text = { subject: v.string(), body: v.string() }

/**
 * A newsletter to an address that agreed at the checkout (private.queue_newsletters), with the reason and the link that
 * ends them. A test to an admin has neither order nor link.
 */
export const newsletter = template(
  v.variant('is_test', [
    v.object({ ...text, is_test: v.literal(true) }),
    v.object({
      ...text,
      is_test: v.literal(false),
      bought: v.string(),
      agreed_at: v.string(),
      words: v.string(),
      token: v.pipe(v.string(), v.regex(/^[\w-]{22}$/)),
    }),
  ]),
  (details, { siteUrl }) => {
    const unsubscribe = details.is_test
      ? undefined
      : `${siteUrl}${href('/orders/:token/no-newsletter', { token: details.token })}`
    return {
      subject: details.subject,
      ...(unsubscribe !== undefined && { unsubscribe }),
      body: (
        <>
          <div dangerouslySetInnerHTML={{ __html: emailHtml(details.body, siteUrl) }} />
          <p style={{ fontSize: 14, color: '#465a5f' }}>
            {details.is_test ? (
              'This is a test. Buyers read here why they get it, with a link that ends these emails.'
            ) : (
              <>
                You get this because you ticked “{details.words}” on {formatDay(details.agreed_at)}, when you bought{' '}
                {details.bought}. <a href={unsubscribe}>End these emails</a>
              </>
            )}
          </p>
        </>
      ),
    }
  },
)
