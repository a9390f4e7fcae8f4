import { data, href } from 'react-router'
import { AlertList } from '../features/alerts/alert-list.tsx'
import { getAlerts, noSuchAlerts } from '../features/alerts/queries.server.ts'
import { describeWanted } from '../platform/text/wanted.ts'
import { privateHeaders } from '../features/orders/selling.server.ts'
import { readForm } from '../platform/forms/form.server.ts'
import type { Handle } from '../platform/pages/handle.ts'
import { looksLikeUuid } from '../platform/pages/keys.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { markFormResponse, orUnavailable } from '../platform/pages/unavailable.server.ts'
import { formatDay } from '../platform/text/dates.ts'
import { AccountField } from '../ui/account-field.tsx'
import { focusOnLoad } from '../ui/focus.ts'
import type { Route } from './+types/alert-link'

export const handle: Handle = { styles: 'all' }

/** Shows what the link of an email confirms or ends. Opening it does neither: programs that check links open them too. */
export async function loader({ params, context }: Route.LoaderArgs) {
  return { seen: await orUnavailable(context, getAlerts(context).look(params.token)) }
}

/** Confirms the alert of the link, or keeps all of its address for a year, or ends one of them. */
export async function action({ params, request, context }: Route.ActionArgs) {
  markFormResponse(context)
  const end = (await readForm(request, context)).get('end')
  const alerts = getAlerts(context)
  const isEnd = typeof end === 'string' && looksLikeUuid(end)
  const isKnown = await orUnavailable(context, isEnd ? alerts.end(params.token, end) : alerts.confirm(params.token))
  if (!isKnown) {
    throw noSuchAlerts()
  }
  return data({ done: isEnd ? ('ended' as const) : ('confirmed' as const) })
}

export const headers: Route.HeadersFunction = () => privateHeaders

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Your alerts', description: 'Confirm or end the emails about new works.', index: false })

export default function AlertLink({ params, loaderData: { seen }, actionData }: Route.ComponentProps) {
  if (!seen) {
    return (
      <div className="stack narrow">
        <h1>{actionData?.done === 'ended' ? 'Ended' : 'Nothing is kept under this link'}</h1>
        <p>
          {actionData?.done === 'ended'
            ? 'We deleted your address here, and send no more emails about new works.'
            : 'These emails have ended, or the link was not confirmed within a day.'}
        </p>
        <p>
          <a className="btn" href={href('/marketplace')}>
            Browse Materials
          </a>
        </p>
      </div>
    )
  }
  const { pending, alerts, address, expires_at } = seen
  return (
    <div className="stack narrow">
      <h1>{pending ? 'Shall we tell you?' : 'Your alerts'}</h1>
      {actionData && (
        <p className="note good" role="status" tabIndex={-1} {...focusOnLoad}>
          <b>{actionData.done === 'ended' ? 'Ended.' : 'We will tell you.'}</b>{' '}
          {actionData.done === 'confirmed' && `At most one email a day, until ${formatDay(expires_at)}.`}
        </p>
      )}
      {pending && (
        <form className="stack" method="post">
          <AccountField />
          <p>
            An email to {address} when a work appears on {describeWanted(pending)}: at most one a day.
          </p>
          <p>
            <button className="btn go">Yes, tell me</button>
          </p>
          <p className="hint">You did not ask for this? Then close the page: we keep nothing after 24 hours.</p>
        </form>
      )}
      {alerts.length > 0 && (
        <>
          {pending && <h2>Your other alerts</h2>}
          <AlertList alerts={alerts} />
          {!pending && (
            <form className="stack" method="post">
              <AccountField />
              <p>
                {address} is emailed when something new fits, until {formatDay(expires_at)}.
              </p>
              <p className="row">
                <button className="btn">Keep them for a year</button>
                <a className="btn bare" href={href('/tell-me/:token/end', { token: params.token })}>
                  End all
                </a>
              </p>
            </form>
          )}
        </>
      )}
    </div>
  )
}
