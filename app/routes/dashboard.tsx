import { href, data } from 'react-router'
import { AccountLinks } from '../features/accounts/account-links.tsx'
import { moneyRules, ownEarnings } from '../features/earnings/queries.server.ts'
import { describeAccount } from '../features/earnings/describe-payout.server.ts'
import { firstRules, withRules } from '../features/earnings/rules.ts'
import { describeUnconfirmed } from '../features/profiles/account-holder.ts'
import { accountNumberWarning } from '../features/profiles/banks.ts'
import { type ProfileWithPicture, receiveProfile, shownAvatar, saveAvatar } from '../features/profiles/avatar.server.ts'
import { saveProfile } from '../features/profiles/commands.server.ts'
import { EditProfile, opensEditProfile } from '../features/profiles/edit-profile.tsx'
import {
  accountMessage,
  bankChangeDelay,
  bankOptions,
  type Confirm,
  ownAccountHolder,
  ownAccountPending,
} from '../features/profiles/save-bank-details.server.ts'
import { Avatar } from '../features/profiles/avatar.tsx'
import { profileForm } from '../features/profiles/schema.ts'
import { checkForm, type FieldErrors, type Typed } from '../platform/forms/form.server.ts'
import { orLog, logFailure } from '#app/platform/log/failures.server.ts'
import { redirectWithToast } from '../platform/session/toast.server.ts'
import { Toast } from '../ui/toast.tsx'
import { ownBankDetails, ownProfile } from '../features/profiles/queries.server.ts'
import { describeDashboard, describePayoutTile, describeReviews } from '../features/dashboard/describe-dashboard.server.ts'
import { EarningsSection } from '../features/dashboard/earnings-section.tsx'
import { confirmAccount } from '../features/dashboard/labels.ts'
import { NextStepCard } from '../features/dashboard/next-step-card.tsx'
import { NoPurchases, PurchasesSection } from '../features/dashboard/purchases-section.tsx'
import { ownPublicPages, ownTopicRequests } from '../features/dashboard/queries.server.ts'
import { shownRequest } from '../features/dashboard/shown-requests.server.ts'
import { TopicRequestsSection } from '../features/dashboard/topic-requests-section.tsx'
import { UploadsSection } from '../features/dashboard/uploads-section.tsx'
import { IslandScript } from '../features/shell/island-script.tsx'
import { ownOrders } from '../features/orders/queries.server.ts'
import { ownUploads } from '../features/uploads/queries.server.ts'
import { MissingAgreements } from '../features/uploads/missing-agreements.tsx'
import { countUploads, publicHolidays, withoutAgreement } from '../features/uploads/shown-uploads.server.ts'
import { agreement } from '../features/uploads/labels.ts'
import { visitorClient } from '#app/services/backend.server.ts'
import { dayInLagos, formatDay, greetingAt } from '../platform/text/dates.ts'
import { formatKobo } from '../platform/text/money.ts'
import { describeBankChange } from '../platform/text/bank-change.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { type CurrentUser, requireUser } from '../platform/session/session.server.ts'
import { markFormResponse, orUnread } from '../platform/pages/unavailable.server.ts'
import { Icon } from '../ui/icon.tsx'
import { ErrorSummary } from '../ui/field.tsx'
import { rememberFormConfirmation, withPasswordAgain } from '../features/accounts/confirm-password.server.ts'
import type { Handle } from '../platform/pages/handle.ts'
import type { Route } from './+types/dashboard'

export const handle: Handle = { islands: ['dialog'] }

/** A change of bank details needs the password. Only forms read whether it was confirmed. */
export const middleware: Route.MiddlewareFunction[] = [
  (args, next) => (args.request.method === 'POST' ? rememberFormConfirmation(args, next) : next()),
]

export async function loader({ request, context }: Route.LoaderArgs) {
  const user = requireUser(context)
  const read = await orUnread(context, ownDashboard(context, user), null)
  // Pages and emails link to the open form for bank details.
  return read && { ...read, bankAsked: new URL(request.url).searchParams.has('bank') }
}

/** The number of uploads, requests and purchases that the dashboard lists; their own pages list all. */
const LISTED = 3

async function ownDashboard(context: Route.LoaderArgs['context'], user: CurrentUser) {
  const profile = await ownProfile(user)
  const [uploads, topicRequests, bank, holder, delay, holidays, earnings, waits, publicPages, purchases] = profile
    ? await Promise.all([
        ownUploads(user, profile.id),
        ownTopicRequests(user, profile.id),
        ownBankDetails(user, profile.id),
        ownAccountHolder(user, profile.id),
        bankChangeDelay(user),
        publicHolidays(visitorClient(context)),
        ownEarnings(user),
        ownAccountPending(user),
        ownPublicPages(user, profile.id),
        ownOrders(user),
      ])
    : [[], [], null, null, null, new Set<string>(), null, null, new Map<string, string>(), []]
  // The form shows the latest values until the student confirms the account.
  const input = waits ?? bank
  const unagreed = withoutAgreement(uploads)
  const rules =
    unagreed.length > 0
      ? await moneyRules(visitorClient(context)).catch(orLog('Could not read the rules of money', firstRules))
      : null
  const banks = await bankOptions(context)
  const unconfirmedAccount = describeUnconfirmed(bank?.account_number, holder)
  // The bank tells the name, so only an account that it did not confirm has a field for it.
  const asksName = !banks.isListed || (!waits && unconfirmedAccount !== null)
  const now = new Date()
  const words =
    profile && earnings
      ? describeDashboard({ profile, uploads, earnings, bank, unconfirmed: waits, publicPages, holidays, now })
      : null
  const counts = words?.counts ?? countUploads([], holidays)
  return {
    greeting: `${greetingAt(now)}, ${profile?.first_name || 'Student'}`,
    name: `${profile?.first_name ?? ''} ${profile?.last_name ?? ''}`.trim() || 'Student',
    email: user.email,
    avatar: shownAvatar(user.userId, profile?.avatar_url ?? null),
    institution: profile?.Institition || 'Not specified',
    isAdmin: profile?.user_type === 'Admin',
    accountType: profile?.user_type || 'Student',
    earnings: profile?.total_earnings ?? 0,
    payout: words?.payout ?? describePayoutTile(null),
    bank: [describeAccount(bank) ?? 'Not specified', unconfirmedAccount].filter(Boolean).join(' · '),
    holder: !waits && typeof holder === 'object' ? (holder?.name ?? null) : null,
    uploads: counts,
    reviews: words?.reviews ?? describeReviews(counts),
    nextStep: words?.nextStep ?? null,
    earningsByMonth: earnings &&
      words?.parts && { months: earnings.months, now: dayInLagos(now).slice(0, 7), parts: words.parts },
    trackedUploads: words?.uploads.slice(0, LISTED) ?? [],
    purchases: {
      total: purchases.length,
      shown: purchases.slice(0, LISTED).map(({ id, title, paid_at, amount_kobo, gives_file }) => ({
        id,
        title,
        isReadable: gives_file,
        facts: `${formatKobo(amount_kobo)} · ${formatDay(paid_at)}`,
      })),
    },
    requests: topicRequests.slice(0, LISTED).map(shownRequest),
    missingAgreements: rules && {
      uploads: unagreed.map(({ id, title }) => ({ id, title })),
      terms: withRules(agreement.terms, rules),
    },
    topicRequests: topicRequests.length,
    unconfirmed: words?.unconfirmed ?? null,
    banks,
    delay: delay && describeBankChange(delay),
    fields: {
      first_name: profile?.first_name ?? '',
      last_name: profile?.last_name ?? '',
      institution: profile?.Institition ?? '',
      course_of_study: profile?.course_of_study ?? '',
      phone_number: profile?.phone_number ?? '',
      year_of_study: profile?.year_of_study ? String(profile.year_of_study) : '',
      named_on_works: profile?.named_on_works ? 'on' : '',
      bank_name: input?.bank_name ?? '',
      ...(asksName && { account_name: input?.account_name ?? '' }),
      account_number: input?.account_number ?? '',
    },
  }
}

/** The reason why a part of Edit Profile was rejected. The toasts are from the specification (SPEC 8). */
type Rejection = { title: string; text: string; errors: FieldErrors; values: Typed; likely?: string[] }
const notSaved = { title: 'Update failed', text: 'Failed to update profile. Please try again.' }
const noPicture = { title: 'Upload failed', text: 'Failed to upload image. Please try again.' }

const response = {
  changed: { title: 'Image uploaded successfully!', text: 'Your profile picture has been updated.' },
  removed: { title: 'Picture removed', text: 'Your profile shows the first letter of your name.' },
  saved: { title: 'Profile updated!', text: 'Your profile has been successfully updated.' },
} as const

/**
 * Saves Edit Profile, one form with the picture and the other fields. Each of the two is saved even if the other fails;
 * the page then shows the values again with the reasons.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const user = requireUser(context)
  markFormResponse(context)
  const form = await receiveProfile(request, context)
  if (!form) {
    const reason = 'The form did not arrive whole. Check your connection and send it again'
    return data<Rejection>({ ...notSaved, errors: { avatar: reason }, values: {} }, { status: 400 })
  }
  try {
    return await saveForm(form, context, user)
  } finally {
    await form.discard()
  }
}

async function saveForm(form: ProfileWithPicture, context: Route.ActionArgs['context'], user: CurrentUser) {
  const { values, errors } = checkForm(profileForm, form.fields)
  const confirm: Confirm = (act) => withPasswordAgain(context, user.email, form.fields.bank_password ?? null, act)
  const picture = await orFailed('a picture', saveAvatar(form, context, user))
  const profile = values ? await orFailed('a profile', saveProfile(context, user, values, confirm)) : null
  const { bank_password: _password, ...typed } = form.fields
  // A box that is not ticked is not sent.
  const submitted = { named_on_works: '', ...typed }
  if (picture === FAILED || profile === FAILED) {
    return data<Rejection>({ ...(profile === FAILED ? notSaved : noPicture), errors: {}, values: submitted }, { status: 502 })
  }
  if (errors) {
    const stored = picture === 'changed' ? ' Your picture is saved.' : ''
    const marked = { ...errors, ...(typeof picture === 'object' ? { avatar: picture.reason } : {}) }
    return data<Rejection>({ ...notSaved, text: `${notSaved.text}${stored}`, errors: marked, values: submitted }, { status: 400 })
  }
  const bankNotSaved = { ...notSaved, text: 'Your bank details were not changed. Everything else is saved.', values: submitted }
  if (profile && 'field' in profile) {
    const { field, reason, likely } = profile
    const shown = field === 'account_name' ? { account_name: '', ...submitted } : submitted
    return data<Rejection>(
      { ...bankNotSaved, values: shown, errors: { [field]: reason }, ...(likely && { likely }) },
      { status: 400 },
    )
  }
  if (profile && 'rejection' in profile) {
    const { rejection, status } = profile
    return data<Rejection>({ ...bankNotSaved, errors: { bank_password: rejection } }, { status })
  }
  if (typeof picture === 'object') {
    return data<Rejection>({ ...noPicture, errors: { avatar: picture.reason }, values: submitted }, { status: 400 })
  }
  const asked = profile?.account === 'asked'
  const nameMismatch =
    profile?.changed && !asked ? accountNumberWarning(values.bank_name ?? '', values.account_number ?? '') : null
  const toast = profile?.changed || picture === 'unchanged' ? response.saved : response[picture]
  const more = [
    profile?.changed && picture !== 'unchanged' ? response[picture].text : '',
    profile ? accountMessage[profile.account] : '',
    nameMismatch ?? '',
  ].filter((text) => text !== '')
  return redirectWithToast(context, asked ? href('/dashboard/account') : href('/dashboard'), {
    ...toast,
    text: [toast.text, ...more].join(' '),
  })
}

const FAILED = Symbol('failed')

/** Returns the outcome, or logs the cause and returns FAILED: the other half of the form may still succeed. */
async function orFailed<T>(what: string, outcome: Promise<T>): Promise<T | typeof FAILED> {
  try {
    return await outcome
  } catch (error) {
    logFailure(`Could not save ${what}`, error)
    return FAILED
  }
}

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Dashboard', description: 'Your uploads, their reviews and your earnings.', index: false })

const quickActions = [
  { to: href('/marketplace'), label: 'Browse Materials', icon: 'books' },
  { to: href('/writing-services'), label: 'Writing Services', icon: 'pen' },
  { to: href('/courses'), label: 'Courses', icon: 'course' },
  { to: href('/upload-materials'), label: 'Upload Materials', icon: 'upload' },
] as const

export default function Dashboard({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) {
    return <Unread rejection={actionData ?? null} />
  }
  const {
    greeting,
    isAdmin,
    name,
    avatar,
    email,
    institution,
    accountType,
    earnings,
    payout,
    bank,
    uploads,
    reviews,
    nextStep,
    earningsByMonth,
    trackedUploads,
    purchases,
    requests,
    missingAgreements,
    topicRequests,
    unconfirmed,
    banks,
    holder,
    delay,
    fields,
  } = loaderData
  // Every upload is pending, approved or rejected.
  const rejected = uploads.total - uploads.pending - uploads.approved
  // The error at a field is announced by a toast (SPEC 8); any other stays on the page.
  const isAtField = Object.keys(actionData?.errors ?? {}).length > 0
  const ownPurchases = purchases.total > 0 && <PurchasesSection purchases={purchases.shown} total={purchases.total} />
  return (
    <>
      <div className="stack">
        <h1>{greeting}</h1>
        <p className="soft">{reviews}</p>
        {isAdmin && (
          <p>
            <a className="btn go" href={href('/admin')}>
              Open the console
            </a>
          </p>
        )}
      </div>
      {unconfirmed && (
        <p className="note">
          {confirmAccount.ask(unconfirmed)} <a href={href('/dashboard/account')}>{confirmAccount.link}</a>. {confirmAccount.until}
        </p>
      )}
      {missingAgreements && <MissingAgreements {...missingAgreements} />}
      <div className="dashboard-columns">
        {uploads.total === 0 && ownPurchases}
        {nextStep && <NextStepCard {...nextStep} />}
        {uploads.total === 0 && purchases.total === 0 && <NoPurchases email={email} />}
        {uploads.total > 0 && ownPurchases}
      </div>
      <section className="tiles" aria-label="Your figures">
        <div className="tile">
          <h2 className="tag">Earnings</h2>
          <p className="big lit-up">{formatKobo(Math.round(earnings * 100))}</p>
          <p className="small soft">
            {payout} <a href={href('/dashboard/earnings')}>See the statement</a>
          </p>
          {/* It opens the dialog by address, so that the bank fields are in view and not the top of the form. */}
          <form action={href('/dashboard')}>
            <button className="btn" name="bank">
              Bank Details
            </button>
          </form>
        </div>
        <div className="tile">
          <h2 className="tag">Uploads</h2>
          <p className="big">{uploads.total}</p>
          <p className="row">
            <span className="badge pending">
              <Icon name="pending" />
              {uploads.pending} pending
            </span>
            <span className="badge approved">
              <Icon name="approved" />
              {uploads.approved} approved
            </span>
            {rejected > 0 && (
              <span className="badge rejected">
                <Icon name="rejected" />
                {rejected} rejected
              </span>
            )}
          </p>
          {/* The works that wait for the student are not in the list of the others. */}
          <a className="btn" href={`${href('/upload-materials')}#${uploads.asked > 0 ? 'waiting-for-you' : 'your-uploads'}`}>
            See uploads
          </a>
        </div>
        <div className="tile">
          <h2 className="tag">Topic Requests</h2>
          <p className="big">{topicRequests}</p>
          <p className="small soft">Topics you asked us to find.</p>
          <a className="btn" href={href('/request-a-topic')}>
            Request a topic
          </a>
        </div>
      </section>
      <nav className="quick" aria-label="Quick actions">
        {quickActions.map(({ to, label, icon }) => (
          <a key={to} className="btn" href={to}>
            <Icon name={icon} />
            {label}
          </a>
        ))}
      </nav>
      <div className="dashboard-columns">
        {earningsByMonth && <EarningsSection {...earningsByMonth} />}
        {trackedUploads.length > 0 && <UploadsSection uploads={trackedUploads} total={uploads.total} />}
        {requests.length > 0 && <TopicRequestsSection requests={requests} />}
        <section className="card stack profile" id="profile">
          <div className="row">
            <Avatar name={name} picture={avatar} />
            <div>
              <h2 className="h3">{name}</h2>
              <p className="small soft">{accountType}</p>
            </div>
          </div>
          <dl className="pairs small">
            <div>
              <dt>Email</dt>
              <dd>{email}</dd>
            </div>
            <div>
              <dt>Institution</dt>
              <dd>{institution}</dd>
            </div>
            <div>
              <dt>Account type</dt>
              <dd>{accountType}</dd>
            </div>
            <div>
              <dt>Bank</dt>
              <dd>{bank}</dd>
            </div>
          </dl>
          <form className="row" method="post" action={href('/auth/sign-out')}>
            <button className="btn" {...opensEditProfile}>
              Edit Profile
            </button>
            <a className="btn bare" href={href('/')}>
              Back to Home
            </a>
            <button className="btn bare">Sign out</button>
          </form>
        </section>
        <AccountLinks />
      </div>
      <EditProfile
        fields={{ ...fields, ...actionData?.values }}
        errors={actionData?.errors ?? (loaderData.bankAsked ? {} : null)}
        begin={loaderData.bankAsked ? 'bank_name' : undefined}
        holder={holder}
        delay={delay}
        face={<Avatar name={name} picture={avatar} />}
        hasPicture={avatar !== null}
        banks={banks}
        likely={actionData?.likely}
      >
        <ErrorSummary error={isAtField ? null : actionData} />
        {actionData && isAtField && <Toast title={actionData.title} text={actionData.text} kind="bad" />}
      </EditProfile>
      <IslandScript name="dialog" />
    </>
  )
}

/**
 * Form with the submitted values for when nothing else could be read. It contains only the sent values, so it does not
 * overwrite others.
 */
function Unread({ rejection }: { rejection: Rejection | null }) {
  return (
    <>
      <div className="stack">
        <h1>Dashboard</h1>
        <p>Your dashboard cannot be loaded right now. What you typed is below; send it again in a minute.</p>
      </div>
      {rejection && (
        <>
          <EditProfile
            fields={rejection.values}
            errors={rejection.errors}
            holder={null}
            delay={null}
            face={null}
            hasPicture={false}
            banks={null}
            likely={rejection.likely}
          >
            <ErrorSummary error={rejection} />
          </EditProfile>
          <IslandScript name="dialog" />
        </>
      )}
    </>
  )
}
