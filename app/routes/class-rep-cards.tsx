import { href, redirect } from 'react-router'
import { classLink, shownLink } from '../features/class-reps/class-link.ts'
import { findOwnClassRep } from '../features/class-reps/queries.server.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { orUnavailable } from '../platform/pages/unavailable.server.ts'
import { drawQrCode } from '../platform/pictures/qr-code.server.ts'
import { requireUser } from '../platform/session/session.server.ts'
import { siteContext } from '#app/services/site.server.ts'
import { QrCode } from '../ui/qr-code.tsx'
import type { Route } from './+types/class-rep-cards'

/** Cards on one printed page. */
const CARDS = [1, 2, 3, 4, 5, 6, 7, 8] as const

/** Loads the user's class link. One that does not work leads back. */
export async function loader({ context }: Route.LoaderArgs) {
  const rep = await orUnavailable(context, findOwnClassRep(requireUser(context)))
  if (!rep || rep.stopped_at !== null) {
    throw redirect(href('/dashboard/class-rep'), 303)
  }
  const link = classLink(new URL(context.get(siteContext).url).origin, rep.code)
  return { link, qrCode: drawQrCode(link) }
}

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Cards with your class link', description: 'Eight cards to print and cut.', index: false })

export default function ClassRepCards({ loaderData: { link, qrCode } }: Route.ComponentProps) {
  return (
    <div className="stack">
      <div className="stack unprinted">
        <nav className="crumb" aria-label="Where you are">
          <a href={href('/dashboard/class-rep')}>Your class link</a>
        </nav>
        <h1>Cards with your class link</h1>
        <p>Print this page, and cut the eight cards. A phone’s camera opens the link.</p>
      </div>
      <ul className="class-cards">
        {CARDS.map((card) => (
          <li key={card}>
            <QrCode code={qrCode} label="QR code of your link" />
            <p>
              <b>Lamplight</b> Projects, care studies and seminars for nursing students. Read part of each free.
              <span className="small">{shownLink(link)}</span>
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}
