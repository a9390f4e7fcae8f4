import { href } from 'react-router'
import { AlertList } from '../features/alerts/alert-list.tsx'
import { endOwnAlert, renewOwnAlerts } from '../features/alerts/commands.server.ts'
import { ownAlerts } from '../features/alerts/queries.server.ts'
import { readForm } from '../platform/forms/form.server.ts'
import { looksLikeUuid } from '../platform/pages/keys.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { orUnavailable } from '../platform/pages/unavailable.server.ts'
import { requireUser } from '../platform/session/session.server.ts'
import { redirectWithToast } from '../platform/session/toast.server.ts'
import { logFailure } from '#app/platform/log/failures.server.ts'
import { formatDay } from '../platform/text/dates.ts'
import { AccountField } from '../ui/account-field.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import type { Route } from './+types/alerts'

export async function loader({ context }: Route.LoaderArgs) {
  return { alerts: await orUnavailable(context, ownAlerts(requireUser(context))) }
}

/** Ends an alert of the user, or keeps all for a year. */
export async function action({ request, context }: Route.ActionArgs) {
  const user = requireUser(context)
  const end = (await readForm(request, context)).get('end')
  try {
    if (typeof end === 'string' && looksLikeUuid(end)) {
      await endOwnAlert(user, end)
      return redirectWithToast(context, href('/dashboard/alerts'), { title: 'Ended', kind: 'good' })
    }
    await renewOwnAlerts(user)
    return redirectWithToast(context, href('/dashboard/alerts'), { title: 'Kept for a year', kind: 'good' })
  } catch (error) {
    logFailure('Could not change the alerts of a user', error)
    const text = 'It did not work. Please try again in a minute.'
    return redirectWithToast(context, href('/dashboard/alerts'), { title: 'Nothing was changed', text, kind: 'bad' })
  }
}

export const meta: Route.MetaFunction = () =>
  pageMeta({
    title: 'Your alerts',
    description: 'The searches, topics and subjects of which we tell you by email.',
    index: false,
  })

export default function Alerts({ loaderData: { alerts } }: Route.ComponentProps) {
  const [first] = alerts
  return (
    <div className="narrow stack">
      <nav className="crumb" aria-label="Where you are">
        <a href={href('/dashboard')}>Dashboard</a>
      </nav>
      <h1>Your alerts</h1>
      {first ? (
        <>
          <p className="soft">You get an email when a work appears on one of these: at most one a day.</p>
          <AlertList alerts={alerts} />
          <form className="row between" method="post">
            <AccountField />
            <span>Kept until {formatDay(first.expires_at)}.</span>
            <button className="btn">Keep them for a year</button>
          </form>
        </>
      ) : (
        <EmptyState
          title="You asked for no alerts yet"
          hint="Where the shop has little or nothing on a search, a topic or a subject, you can ask to be told when a work appears."
        >
          <a className="btn go" href={href('/marketplace')}>
            Browse Materials
          </a>
        </EmptyState>
      )}
    </div>
  )
}
