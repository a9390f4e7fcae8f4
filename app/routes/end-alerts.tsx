import { data, href } from 'react-router'
import { getAlerts } from '../features/alerts/queries.server.ts'
import { privateHeaders } from '../features/orders/selling.server.ts'
import { readForm } from '../platform/forms/form.server.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { markFormResponse, orUnavailable } from '../platform/pages/unavailable.server.ts'
import { EndEmails } from '../ui/end-emails.tsx'
import type { Route } from './+types/end-alerts'

/** Asks first: programs that check the links of emails open them too. */
export async function loader({ params, context }: Route.LoaderArgs) {
  return { hasEnded: (await orUnavailable(context, getAlerts(context).look(params.token))) === null }
}

/** Ends all alerts of the address. Mail programs post here too, without opening the page (RFC 8058), some of them twice. */
export async function action({ params, request, context }: Route.ActionArgs) {
  markFormResponse(context)
  await readForm(request, context)
  await orUnavailable(context, getAlerts(context).end(params.token, null))
  return data(null)
}

export const headers: Route.HeadersFunction = () => privateHeaders

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Emails about new works', description: 'End them for your email address.', index: false })

export default function EndAlerts({ loaderData: { hasEnded } }: Route.ComponentProps) {
  return (
    <EndEmails
      isOff={hasEnded}
      question="End these emails?"
      consequence="We send no more emails about new works, and delete your address and what you asked for."
      button="End these emails"
      done="No more of these emails"
      after="Nothing is kept under this link any more: neither your address nor what you asked for."
      next={
        <a className="btn" href={href('/marketplace')}>
          Browse Materials
        </a>
      }
    />
  )
}
