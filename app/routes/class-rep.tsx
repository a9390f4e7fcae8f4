import { data, href } from 'react-router'
import { becomeClassRep, stopOwnLink } from '../features/class-reps/commands.server.ts'
import { classLink, classText, shownLink } from '../features/class-reps/class-link.ts'
import { findOwnClassRep, type OwnClassRep } from '../features/class-reps/queries.server.ts'
import { describeNext } from '../features/earnings/labels.ts'
import { moneyRules, ownEarnings } from '../features/earnings/queries.server.ts'
import { type MoneyRules, withRules } from '../features/earnings/rules.ts'
import { readForm } from '../platform/forms/form.server.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { orUnavailable } from '../platform/pages/unavailable.server.ts'
import { drawQrCode } from '../platform/pictures/qr-code.server.ts'
import { logFailure } from '#app/platform/log/failures.server.ts'
import { writeCookie } from '../platform/session/cookies.server.ts'
import { requireUser } from '../platform/session/session.server.ts'
import { redirectWithToast } from '../platform/session/toast.server.ts'
import { formatDay } from '../platform/text/dates.ts'
import { formatKobo } from '../platform/text/money.ts'
import { asSentence } from '../platform/text/strings.ts'
import { visitorClient } from '#app/services/backend.server.ts'
import { CLASS_LINK_DAYS } from '#app/services/checkout-links.ts'
import { siteContext } from '#app/services/site.server.ts'
import { AccountField } from '../ui/account-field.tsx'
import { type Detail, DetailsList } from '../ui/details-list.tsx'
import { ErrorSummary, TextField } from '../ui/field.tsx'
import { QrCode } from '../ui/qr-code.tsx'
import type { Route } from './+types/class-rep'

/** Seconds for which a browser remembers which class rep uses it: a year. */
const REMEMBERED_S = 365 * 24 * 60 * 60

/**
 * Loads the user's class link with its figures. The browser remembers whose link it is, so that an admin learns of
 * purchases in the rep's own browser.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const user = requireUser(context)
  const [rules, [rep, earnings]] = await Promise.all([
    moneyRules(visitorClient(context)),
    orUnavailable(context, Promise.all([findOwnClassRep(user), ownEarnings(user)])),
  ])
  if (!rep) {
    return data({ rules, rep: null })
  }
  const link = classLink(new URL(context.get(siteContext).url).origin, rep.code)
  return data(
    {
      rules,
      rep: {
        ...rep,
        link,
        qrCode: drawQrCode(link),
        next: describeNext(earnings),
      },
    },
    { headers: { 'set-cookie': writeCookie(context, 'own-class-link', rep.code, REMEMBERED_S, '/buy') } },
  )
}

/** Makes the user a class rep after they agreed to the terms, or stops their link. */
export async function action({ request, context }: Route.ActionArgs) {
  const user = requireUser(context)
  const form = await readForm(request, context)
  const here = href('/dashboard/class-rep')
  const stops = form.get('intent') === 'stop'
  if (!stops && form.get('agreed') !== 'on') {
    return data({ text: 'Tick that you agree to what counts. You can read it below.' }, { status: 400 })
  }
  try {
    if (stops) {
      await stopOwnLink(user)
      return redirectWithToast(context, here, { title: 'Your link is stopped', text: 'What you earned stays yours.' })
    }
    if (!(await becomeClassRep(user))) {
      return data({ text: 'We stopped your link. Write to us if you think that this is wrong.' }, { status: 409 })
    }
  } catch (error) {
    logFailure('Could not start or stop a class link', error)
    return data({ text: 'It was not saved. Try again in a minute.' }, { status: 502 })
  }
  return redirectWithToast(context, here, { title: 'Your class link works', text: 'Send it to your class.', kind: 'good' })
}

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Your class link', description: 'Bring your class, and earn a part of what it buys.', index: false })

export default function ClassRep({ loaderData: { rules, rep }, actionData }: Route.ComponentProps) {
  return (
    <div className="earnings parts">
      <div className="stack">
        <nav className="crumb" aria-label="Where you are">
          <a href={href('/dashboard')}>Dashboard</a>
        </nav>
        <h1>Your class link</h1>
        <p>
          You get {rep?.percent ?? rules.repPercent}% of what a buyer pays within {CLASS_LINK_DAYS} days of opening your link. It
          comes from Lamplight’s part: the author’s stays whole.
          {rep?.next_percent && ` From ${formatDay(rep.next_percent.day)} it is ${rep.next_percent.percent}%.`}
        </p>
        <ErrorSummary error={actionData} />
      </div>
      {rep && rep.stopped_at === null && <OwnLink {...rep} />}
      {rep?.stopped_at && <Stopped {...rep} stopped_at={rep.stopped_at} />}
      {rep && <Figures rep={rep} />}
      {(!rep || (rep.stopped_at !== null && !rep.is_stopped_by_admin)) && <Join />}
      <Terms rules={rules} />
      {rep && rep.stopped_at === null && (
        <form method="post">
          <AccountField />
          <button className="btn bare no" name="intent" value="stop">
            Stop my link
          </button>
        </form>
      )}
    </div>
  )
}

type Rep = NonNullable<Route.ComponentProps['loaderData']['rep']>

function OwnLink({ link, qrCode }: Pick<Rep, 'link' | 'qrCode'>) {
  return (
    <section className="stack" aria-labelledby="link">
      <h2 id="link">For your class group</h2>
      <TextField label="Your link" name="link" readOnly value={shownLink(link)} />
      <p className="row">
        <a className="btn go" href={`https://wa.me/?text=${encodeURIComponent(classText(link))}`}>
          Send by WhatsApp
        </a>
        <a className="btn" href={href('/dashboard/class-rep/cards')}>
          Print cards
        </a>
      </p>
      <p className="small soft">The text says that you earn from it. Please leave that sentence in.</p>
      <QrCode code={qrCode} label="QR code of your link" />
    </section>
  )
}

function Stopped({ stopped_at, stop_reason, is_stopped_by_admin }: OwnClassRep & { stopped_at: string }) {
  return (
    <p className="note warn">
      {is_stopped_by_admin
        ? `We stopped your link on ${formatDay(stopped_at)}: ${asSentence(stop_reason)} `
        : `You stopped your link on ${formatDay(stopped_at)}. `}
      Later sales give no share. What you earned before stays yours.
    </p>
  )
}

function Figures({ rep }: { rep: Rep }) {
  const details: Detail[] = [
    { term: 'Opened in the last 28 days', value: String(rep.opens) },
    { term: 'Sales', value: rep.refunded > 0 ? `${rep.sales}, ${rep.refunded} of them refunded` : String(rep.sales) },
    { term: 'Earned by your link', value: formatKobo(rep.earned_kobo) },
    { term: 'Your next payout, with all you earn here', value: rep.next ?? 'None is planned yet' },
  ]
  return (
    <section className="stack" aria-labelledby="figures">
      <h2 id="figures">What it brought</h2>
      <DetailsList details={details} />
      <p>
        <a href={href('/dashboard/earnings')}>Your statement</a> has each sale by your link, and when it is paid.
      </p>
    </section>
  )
}

function Join() {
  return (
    <form className="card stack" method="post" noValidate>
      <AccountField />
      <h2>Become a class rep</h2>
      <p>You get a link, a text for WhatsApp and cards with a code to scan. You can stop at any time.</p>
      <label className="row">
        <input type="checkbox" name="agreed" required /> I agree to what counts, below
      </label>
      <p>
        <button className="btn go" name="intent" value="join">
          Get my link
        </button>
      </p>
    </form>
  )
}

/** The terms that a class rep agrees to. */
const terms = [
  `One rep a sale: the one whose link the buyer’s browser opened last, within ${CLASS_LINK_DAYS} days.`,
  'Only works that are paid here count, not those on Selar, and no free ones.',
  'Not your own purchases, and not your own works.',
  'A refund takes your part back. Until {refund_days} days after a sale your part waits, as an author’s does.',
  'It is paid with your other earnings, on {payout_day}s, from {minimum} on.',
  'You never see who bought.',
  'Say that you earn from it where you share the link. Do not send it to people you do not know, and do not promise what Lamplight does not.',
  'We may stop a link that is misused, and tell you why. Sales after that give no share.',
] as const

function Terms({ rules }: { rules: MoneyRules }) {
  return (
    <section className="stack" aria-labelledby="terms">
      <h2 id="terms">What counts, and what does not</h2>
      <ul className="class-terms">
        {terms.map((term) => (
          <li key={term}>{withRules(term, rules)}</li>
        ))}
      </ul>
    </section>
  )
}
