import { useContext } from 'react'
import { href, data, redirect } from 'react-router'
import { deleteAccount } from '../features/accounts/commands.server.ts'
import { getAddresses } from '../features/accounts/queries.server.ts'
import { secondFactorPath } from '../platform/session/second-factor-path.ts'
import { passwordOnly } from '../features/accounts/schema.ts'
import { WORKS_IN_ONE } from '../features/my-data/archive.server.ts'
import { DeleteAccount } from '../features/my-data/delete-account.tsx'
import { confirmsForfeit } from '../features/my-data/forfeit.ts'
import { ownEarnings } from '../features/earnings/queries.server.ts'
import { type OwnOrder, ownOrders } from '../features/orders/queries.server.ts'
import { ownProfile } from '../features/profiles/queries.server.ts'
import { IslandScript } from '../features/shell/island-script.tsx'
import { countOwnUploads } from '../features/uploads/queries.server.ts'
import { siteContext } from '#app/services/site.server.ts'
import { SellingContext } from '#app/services/orders.ts'
import { checkForm, readForm } from '../platform/forms/form.server.ts'
import type { Handle } from '../platform/pages/handle.ts'
import { refundRateLimit, consumeRateLimit } from '../platform/limits/limits.server.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { logFailure, orLog } from '#app/platform/log/failures.server.ts'
import { signOutCookie, type CurrentUser, requireUser, signInAgain } from '../platform/session/session.server.ts'
import { toastCookie } from '../platform/session/toast.server.ts'
import { markFormResponse, orUnread } from '../platform/pages/unavailable.server.ts'
import { formatDay } from '../platform/text/dates.ts'
import { formatKobo } from '../platform/text/money.ts'
import type { Route } from './+types/my-data'

export const handle: Handle = { islands: ['passwords'] }

export async function loader({ url, context }: Route.LoaderArgs) {
  const user = requireUser(context)
  const own = await orUnread(context, ownFigures(context, user), 'unread' as const)
  if (!own) {
    throw signInAgain(url, context)
  }
  return own === 'unread' ? null : own
}

/** Reads the user's counts and sums; null if the session was ended elsewhere. */
async function ownFigures(context: Route.LoaderArgs['context'], user: CurrentUser) {
  if (!(await getAddresses(context, user.accessToken))) {
    return null
  }
  // The reads run concurrently, because a backend may be far away.
  const [profile, orders] = await Promise.all([ownProfile(user), ownOrders(user)])
  const [uploads, money] = profile
    ? await Promise.all([countOwnUploads(user, profile.id), ownEarnings(user).then(getMoney)])
    : [
        { total: 0, approved: 0 },
        { owedKobo: 0, onWayKobo: 0 },
      ]
  return {
    archives: Math.max(1, Math.ceil(uploads.total / WORKS_IN_ONE)),
    works: uploads.total,
    approved: uploads.approved,
    money,
    admin: profile?.user_type === 'Admin',
    orders,
  }
}

/**
 * Returns in kobo what the account is owed, which its owner must forfeit in words, and what is on its way to the bank.
 */
function getMoney({ pending_kobo, test_kobo, available_kobo, on_way_kobo }: Awaited<ReturnType<typeof ownEarnings>>) {
  return { owedKobo: Math.max(0, pending_kobo - test_kobo + available_kobo), onWayKobo: on_way_kobo }
}

/** The reason why the account was not deleted; `givesUp` is the text entered to forfeit money. */
type Rejection = { text: string; error: string | undefined; givesUp?: string }

/** Deletes the user's account after checking the password; owed money must be forfeited in words. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const user = requireUser(context)
  markFormResponse(context)
  const form = await readForm(request, context)
  const { values, errors } = checkForm(passwordOnly, Object.fromEntries(form))
  if (errors) {
    return data<Rejection>({ text: 'Type your password first.', error: errors.password }, { status: 400 })
  }
  try {
    const account = await getAddresses(context, user.accessToken)
    if (!account) {
      return signInAgain(url, context)
    }
    const turn = await consumeRateLimit(context, 'present-password')
    if (turn.rejection) {
      return data<Rejection>({ text: turn.rejection, error: turn.rejection }, { status: 429 })
    }
    const { owedKobo } = getMoney(await ownEarnings(user))
    const givesUp = form.get('gives_up')
    const words = typeof givesUp === 'string' ? givesUp : ''
    if (owedKobo > 0 && !confirmsForfeit(words, owedKobo)) {
      return data<Rejection>(
        { text: 'Say in words that you give up what you are owed.', error: undefined, givesUp: words },
        { status: 400 },
      )
    }
    const { rejection } = await deleteAccount(context, account.email, values.password, user, owedKobo > 0 ? owedKobo : null)
    if (rejection === 'second factor') {
      return redirect(secondFactorPath(href('/dashboard/my-data')), 303)
    }
    if (rejection) {
      return data<Rejection>({ text: rejection.message, error: rejection.errors.password, givesUp: words }, { status: 400 })
    }
    // Unfinished uploads of the account are deleted too.
    await context
      .get(siteContext)
      .uploadSessions.removeAll(user.userId)
      .catch(orLog('Could not delete the uploads of a deleted account', undefined))
  } catch (error) {
    await refundRateLimit(context)
    logFailure('Could not delete an account', error)
    return data<Rejection>({ text: 'Nothing was deleted. Try again in a minute.', error: undefined }, { status: 503 })
  }
  // The browser removes drafts, lists of works and copies of pages.
  const headers = new Headers({ 'set-cookie': signOutCookie(context), 'clear-site-data': '"storage"' })
  headers.append(
    'set-cookie',
    toastCookie(context, {
      title: 'Your account is deleted',
      text: 'A last email says so. Thank you for your time with us.',
      kind: 'good',
    }),
  )
  return redirect(href('/'), { status: 303, headers })
}

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'My data', description: 'Take everything of yours with you, or delete your account.', index: false })

export default function MyData({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="narrow parts">
      <div className="stack">
        <nav className="crumb" aria-label="Where you are">
          <a href={href('/dashboard')}>Dashboard</a>
        </nav>
        <h1>My data</h1>
      </div>
      {loaderData && <TakeItWithYou {...loaderData} />}
      {loaderData && loaderData.orders.length > 0 && <Purchases orders={loaderData.orders} />}
      {loaderData?.admin ? (
        <section className="card stack">
          <h2>Delete my account</h2>
          <p>An admin&apos;s account is not deleted here. Make another user an admin first.</p>
        </section>
      ) : (
        <DeleteAccount
          approved={loaderData?.approved ?? 0}
          owedKobo={loaderData?.money.owedKobo ?? 0}
          onWayKobo={loaderData?.money.onWayKobo ?? 0}
          refusal={actionData?.text}
          error={actionData?.error}
          textRejected={actionData?.error ? undefined : actionData?.givesUp}
        />
      )}
      <p>
        What we keep, and why, is on the <a href={href('/privacy')}>privacy page</a>.
      </p>
      <IslandScript name="passwords" />
    </div>
  )
}

function TakeItWithYou({ archives, works }: { archives: number; works: number }) {
  return (
    <section className="card stack" aria-labelledby="take-with-me">
      <h2 id="take-with-me">Take it with you</h2>
      <p>
        Your profile, bank details, uploads, sales and payouts, comments, topic requests, alerts, consents, reports and purchases
        as one file, with your picture
        {works > 0 ? ` and the ${works === 1 ? 'work' : `${works} works`} you sent in` : ''}. Keep it where only you can open it:
        your account number is in it.
      </p>
      <p className="row">
        {Array.from({ length: archives }, (_, at) => (
          <a
            key={at}
            className="btn go"
            href={`${href('/dashboard/my-data/archive')}${at > 0 ? `?part=${at + 1}` : ''}`}
            download
          >
            {archives === 1 ? 'Download everything' : `Download part ${at + 1} of ${archives}`}
          </a>
        ))}
      </p>
      <p className="hint">
        A ZIP archive, which any phone or computer opens. With many works it is large, so use Wi-Fi if you can.
      </p>
    </section>
  )
}

/** List of the purchases with the account's address. It links to the files where works are sold here. */
function Purchases({ orders }: { orders: readonly OwnOrder[] }) {
  const sellsHere = useContext(SellingContext) !== null
  return (
    <section className="card stack" aria-labelledby="purchases">
      <h2 id="purchases">What you bought</h2>
      <ul className="stack">
        {orders.map(({ id, title, reference, paid_at, amount_kobo }) => (
          <li key={id}>
            {title}
            <br />
            <span className="small soft">
              {formatDay(paid_at)} · <span className="amount">{formatKobo(amount_kobo)}</span> · order {reference}
            </span>
          </li>
        ))}
      </ul>
      {sellsHere && (
        <p>
          <a href={href('/orders')}>Open your orders and their files</a>
        </p>
      )}
      <p className="hint">
        When you delete your account, your address is taken out of these orders. The links in your receipts still open them.
      </p>
    </section>
  )
}
