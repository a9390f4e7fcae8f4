import { data, redirect } from 'react-router'
import { AccountLinks } from '../features/accounts/account-links.tsx'
import { moneyRules, ownEarnings } from '../features/earnings/queries.server.ts'
import { getMoneyParts } from '../features/earnings/money-bar.tsx'
import { firstRules, withRules } from '../features/earnings/rules.ts'
import { describeNext } from '../features/earnings/labels.ts'
import { isCompleteAccountNumber } from '../features/profiles/account-number.ts'
import { accountNumberWarning } from '../features/profiles/banks.ts'
import { type ProfileWithPicture, receiveProfile, shownAvatar, saveAvatar } from '../features/profiles/avatar.server.ts'
import { saveProfile } from '../features/profiles/commands.server.ts'
import { EditProfile } from '../features/profiles/edit-profile.tsx'
import { bankNames, accountMessage, ownAccountPending } from '../features/profiles/save-bank-details.server.ts'
import { Avatar } from '../features/profiles/avatar.tsx'
import { profileForm } from '../features/profiles/schema.ts'
import { checkForm, type FieldErrors, type Typed } from '../platform/forms/form.server.ts'
import { orLog, logFailure } from '../platform/process/failures.server.ts'
import { toastCookie } from '../platform/session/toast.server.ts'
import { Toast } from '../ui/toast.tsx'
import { ownBankDetails, ownProfile, masked } from '../features/profiles/queries.server.ts'
import { EarningsSection } from '../features/dashboard/earnings-section.tsx'
import { getChecklist, getNextStep, type Progress } from '../features/dashboard/next-step.ts'
import { NextStepCard } from '../features/dashboard/next-step-card.tsx'
import { PurchasesSection } from '../features/dashboard/purchases-section.tsx'
import { ownPublicPages, ownTopicRequests } from '../features/dashboard/queries.server.ts'
import { shownRequest } from '../features/dashboard/shown-requests.server.ts'
import { TopicRequestsSection } from '../features/dashboard/topic-requests-section.tsx'
import { uploadTrack } from '../features/dashboard/upload-track.ts'
import { UploadsSection } from '../features/dashboard/uploads-section.tsx'
import { ownOrders } from '../features/orders/queries.server.ts'
import { ownUploads } from '../features/uploads/queries.server.ts'
import { MissingAgreements } from '../features/uploads/missing-agreements.tsx'
import {
  countUploads,
  isAskedForChanges,
  publicHolidays,
  shownUpload,
  type UploadCounts,
  withoutAgreement,
} from '../features/uploads/shown-uploads.server.ts'
import { agreement } from '../features/uploads/labels.ts'
import { visitorClient } from '../platform/process/backend.server.ts'
import { dayInLagos, formatDay, greetingAt } from '../platform/text/dates.ts'
import { formatKobo } from '../platform/text/money.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { type CurrentUser, requireUser } from '../platform/session/session.server.ts'
import { markFormResponse, orUnread } from '../platform/pages/unavailable.server.ts'
import { Icon } from '../ui/icon.tsx'
import { ErrorSummary } from '../ui/field.tsx'
import type { Route } from './+types/dashboard'

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
  const [uploads, topicRequests, bank, holidays, earnings, waits, publicPages, purchases] = profile
    ? await Promise.all([
        ownUploads(user, profile.id),
        ownTopicRequests(user, profile.id),
        ownBankDetails(user, profile.id),
        publicHolidays(visitorClient(context)),
        ownEarnings(user),
        ownAccountPending(user),
        ownPublicPages(user, profile.id),
        ownOrders(user),
      ])
    : [[], [], null, new Set<string>(), null, null, new Map<string, string>(), []]
  // The form shows the latest values until the student confirms the account.
  const input = waits ?? bank
  const unagreed = withoutAgreement(uploads)
  const rules =
    unagreed.length > 0
      ? await moneyRules(visitorClient(context)).catch(orLog('Could not read the rules of money', firstRules))
      : null
  const counts = countUploads(uploads, holidays)
  const progress: Progress = {
    hasProfile: Boolean(profile?.first_name && profile.last_name && profile.Institition),
    bankAccount: !input?.account_number ? 'missing' : isCompleteAccountNumber(input.account_number) ? 'complete' : 'incomplete',
    uploads: counts,
    askedTitle: uploads.find(isAskedForChanges)?.title ?? null,
    sales: earnings?.sales ?? 0,
    publicPage: publicPages.values().next().value ?? null,
  }
  return {
    greeting: `${greetingAt(new Date())}, ${profile?.first_name || 'Student'}`,
    name: `${profile?.first_name ?? ''} ${profile?.last_name ?? ''}`.trim() || 'Student',
    email: user.email,
    avatar: shownAvatar(user.userId, profile?.avatar_url ?? null),
    institution: profile?.Institition || 'Not specified',
    isAdmin: profile?.user_type === 'Admin',
    accountType: profile?.user_type || 'Student',
    earnings: profile?.total_earnings ?? 0,
    payout: earnings && describeNext(earnings),
    bank: bank?.account_number ? `${bank.bank_name ?? ''} ${masked(bank.account_number)}`.trim() : 'Not specified',
    uploads: counts,
    nextStep: profile ? { step: getNextStep(progress), checklist: getChecklist(progress) } : null,
    earningsByMonth: earnings &&
      earnings.months.length > 0 && {
        months: earnings.months,
        now: dayInLagos(new Date()).slice(0, 7),
        parts: getMoneyParts(earnings),
      },
    trackedUploads: uploads.slice(0, LISTED).map((upload) => {
      const publicPage = publicPages.get(upload.id) ?? null
      return {
        id: upload.id,
        title: upload.title,
        steps: uploadTrack(shownUpload(upload, holidays), publicPage !== null),
        publicPage,
      }
    }),
    purchases: {
      total: purchases.length,
      shown: purchases.slice(0, LISTED).map(({ id, title, paid_at, amount_kobo }) => ({
        id,
        title,
        facts: `${formatKobo(amount_kobo)} · ${formatDay(paid_at)}`,
      })),
    },
    requests: topicRequests.slice(0, LISTED).map(shownRequest),
    missingAgreements: rules && {
      uploads: unagreed.map(({ id, title }) => ({ id, title })),
      terms: withRules(agreement.terms, rules),
    },
    topicRequests: topicRequests.length,
    waits: waits && `${waits.bank_name} ${masked(waits.account_number)}`,
    banks: await bankNames(context),
    fields: {
      first_name: profile?.first_name ?? '',
      last_name: profile?.last_name ?? '',
      institution: profile?.Institition ?? '',
      course_of_study: profile?.course_of_study ?? '',
      phone_number: profile?.phone_number ?? '',
      year_of_study: profile?.year_of_study ? String(profile.year_of_study) : '',
      bank_name: input?.bank_name ?? '',
      account_name: input?.account_name ?? '',
      account_number: input?.account_number ?? '',
    },
  }
}

/** The reason why a part of Edit Profile was rejected. The toasts are from the specification (SPEC 8). */
type Rejection = { title: string; text: string; errors: FieldErrors; values: Typed }
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
  const picture = await orFailed('a picture', saveAvatar(form, context, user))
  const profile = values ? await orFailed('a profile', saveProfile(context, user, values)) : null
  const submitted = form.fields
  if (picture === FAILED || profile === FAILED) {
    return data<Rejection>({ ...(profile === FAILED ? notSaved : noPicture), errors: {}, values: submitted }, { status: 502 })
  }
  if (errors) {
    const stored = picture === 'changed' ? ' Your picture is saved.' : ''
    const marked = { ...errors, ...(typeof picture === 'object' ? { avatar: picture.reason } : {}) }
    return data<Rejection>({ ...notSaved, text: `${notSaved.text}${stored}`, errors: marked, values: submitted }, { status: 400 })
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
  return redirect(asked ? '/dashboard/account' : '/dashboard', {
    status: 303,
    headers: { 'set-cookie': toastCookie(context, { ...toast, text: [toast.text, ...more].join(' '), kind: 'good' }) },
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
  { to: '/marketplace', label: 'Browse Materials', icon: 'books' },
  { to: '/writing-services', label: 'Writing Services', icon: 'pen' },
  { to: '/courses', label: 'Courses', icon: 'course' },
  { to: '/upload-materials', label: 'Upload Materials', icon: 'upload' },
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
    nextStep,
    earningsByMonth,
    trackedUploads,
    purchases,
    requests,
    missingAgreements,
    topicRequests,
    waits,
    banks,
    fields,
  } = loaderData
  // The error at a field is announced by a toast (SPEC 8); any other stays on the page.
  const isAtField = Object.keys(actionData?.errors ?? {}).length > 0
  const ownPurchases = purchases.total > 0 && <PurchasesSection purchases={purchases.shown} total={purchases.total} />
  return (
    <>
      <div className="stack">
        <h1>{greeting}</h1>
        <p className="soft">{waiting(uploads)}</p>
        {isAdmin && (
          <p>
            <a className="btn go" href="/admin">
              Open the console
            </a>
          </p>
        )}
      </div>
      {waits && (
        <p className="note">
          Is {waits} your account? <a href="/dashboard/account">Check the name and confirm</a>. Until then nothing is paid to it.
        </p>
      )}
      {missingAgreements && <MissingAgreements {...missingAgreements} />}
      {uploads.total === 0 && ownPurchases}
      {nextStep && <NextStepCard {...nextStep} />}
      <section className="tiles" aria-label="Your figures">
        <div className="tile">
          <h2 className="tag">Earnings</h2>
          <p className="big lit-up">{formatKobo(Math.round(earnings * 100))}</p>
          <p className="small soft">
            {payout ? `Next payout: ${payout}` : 'Half of each sale of your works.'}{' '}
            <a href="/dashboard/earnings">See the statement</a>
          </p>
          {/* It opens the dialog by address, so that the bank fields are in view and not the top of the form. */}
          <form action="/dashboard">
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
          </p>
          <a className="btn" href="/upload-materials#your-uploads">
            See uploads
          </a>
        </div>
        <div className="tile">
          <h2 className="tag">Topic Requests</h2>
          <p className="big">{topicRequests}</p>
          <p className="small soft">Topics you asked us to find.</p>
          <a className="btn" href="/request-a-topic">
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
        <div className="parts">
          {earningsByMonth && <EarningsSection {...earningsByMonth} />}
          {trackedUploads.length > 0 && <UploadsSection uploads={trackedUploads} total={uploads.total} />}
        </div>
        <div className="parts">
          {uploads.total > 0 && ownPurchases}
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
            <form className="row" method="post" action="/auth/sign-out">
              <button className="btn" type="button" popoverTarget="edit-profile">
                Edit Profile
              </button>
              <a className="btn bare" href="/">
                Back to Home
              </a>
              <button className="btn bare">Sign out</button>
            </form>
          </section>
          <AccountLinks />
        </div>
      </div>
      <ErrorSummary error={isAtField ? null : actionData} />
      <EditProfile
        fields={{ ...fields, ...actionData?.values }}
        errors={actionData?.errors ?? (loaderData.bankAsked ? {} : null)}
        begin={loaderData.bankAsked ? 'bank_name' : undefined}
        face={<Avatar name={name} picture={avatar} />}
        hasPicture={avatar !== null}
        banks={banks}
      />
      {actionData && isAtField && <Toast title={actionData.title} text={actionData.text} kind="bad" />}
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
          <ErrorSummary error={rejection} />
          <EditProfile fields={rejection.values} errors={rejection.errors} face={null} hasPicture={false} banks={null} />
        </>
      )}
    </>
  )
}

function waiting({ total, pending, asked, firstDue }: UploadCounts): string {
  if (total === 0) {
    return 'You have not uploaded anything yet. Your first upload takes five minutes.'
  }
  if (asked > 0 && firstDue === null) {
    return 'The reviewer is waiting for your change.'
  }
  const read = pending - asked
  if (read === 0 || firstDue === null) {
    return 'Every work you sent has been answered.'
  }
  const works = read === 1 ? 'One of your works is' : `${read} of your works are`
  const answer = read === 1 ? 'The answer' : 'The first answer'
  return firstDue.late
    ? `${works} with the reviewer. ${answer} was due by ${firstDue.on} and is late.`
    : `${works} with the reviewer. ${answer} is due by ${firstDue.on}.`
}
