import { href, data, redirect } from 'react-router'
import { confirmWith, rememberConfirmation, withPasswordAgain } from '../features/accounts/confirm-password.server.ts'
import {
  bankChangeDelay,
  confirmOwnAccount,
  discardOwnAccount,
  ownAccountPending,
} from '../features/profiles/save-bank-details.server.ts'
import { ownBankDetails, ownProfile } from '../features/profiles/queries.server.ts'
import { siteContext } from '#app/services/site.server.ts'
import { type FieldErrors, readForm, submittedValues } from '../platform/forms/form.server.ts'
import { describeBankChange } from '../platform/text/bank-change.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { orUnavailable } from '../platform/pages/unavailable.server.ts'
import { logFailure } from '#app/platform/log/failures.server.ts'
import { requireUser } from '../platform/session/session.server.ts'
import { redirectWithToast } from '../platform/session/toast.server.ts'
import { AccountField } from '../ui/account-field.tsx'
import { ErrorSummary, TextField } from '../ui/field.tsx'
import type { Route } from './+types/bank-account'

/** Only a change of stored bank details needs the password. */
export const middleware: Route.MiddlewareFunction[] = [rememberConfirmation]

export async function loader({ context }: Route.LoaderArgs) {
  const user = requireUser(context)
  const [waits, profile] = await orUnavailable(context, Promise.all([ownAccountPending(user), ownProfile(user)]))
  if (!waits) {
    throw redirect(href('/dashboard'), 303)
  }
  const [known, delay] = await orUnavailable(
    context,
    Promise.all([profile && ownBankDetails(user, profile.id), bankChangeDelay(user)]),
  )
  return {
    delay: describeBankChange(delay),
    asksPassword: Boolean(known?.account_number) && confirmWith(context) !== 'nothing',
    bank: waits.bank_name,
    number: waits.account_number,
    // An empty name means that the bank knows no such account.
    holder: waits.holder_name ?? '',
    fits: waits.fits,
    isSimulated: context.get(siteContext).orders?.isTestMode === true,
    name: `${profile?.first_name ?? ''} ${profile?.last_name ?? ''}`.trim(),
  }
}

const noErrors: FieldErrors = {}

/** Confirms the account (`keep`), or leaves the bank details unchanged (`leave`). */
export async function action({ request, context }: Route.ActionArgs) {
  const user = requireUser(context)
  const form = await readForm(request, context)
  const { intent } = submittedValues(form)
  const done = (title: string, text: string) => redirectWithToast(context, href('/dashboard'), { title, text })
  try {
    if (intent === 'leave') {
      await discardOwnAccount(user)
      return done('Nothing was changed', 'Your bank details are unchanged.')
    }
    const profile = await ownProfile(user)
    const known = profile && (await ownBankDetails(user, profile.id))
    const confirmed = known?.account_number
      ? await withPasswordAgain(context, user.email, form.get('bank_password'), (client) => confirmOwnAccount({ client }))
      : { done: await confirmOwnAccount(user) }
    if ('rejection' in confirmed) {
      const { rejection, status } = confirmed
      return data(
        { title: 'Not saved', text: 'Check the marked field.', errors: { bank_password: rejection } satisfies FieldErrors },
        { status },
      )
    }
    return confirmed.done
      ? done('Bank details saved', 'We are emailing you that they changed.')
      : done('Answered already', 'Your bank details are below.')
  } catch (error) {
    logFailure('Could not verify the bank account holder', error)
    return data({ title: 'Not saved', text: 'Please try again in a minute. Nothing is lost.', errors: noErrors }, { status: 502 })
  }
}

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Is it your account?', description: 'Whose account it is, before we pay to it.', index: false })

/**
 * Page that asks "This account belongs to ... Is it yours?" before bank details are stored. It works without a script.
 */
export default function WhoseAccount({
  loaderData: { asksPassword, bank, number, holder, fits, name, isSimulated, delay },
  actionData,
}: Route.ComponentProps) {
  const error = actionData?.errors.bank_password
  return (
    <div className="stack">
      <ErrorSummary error={actionData} />
      <h1>{holder ? 'Is it your account?' : 'Is the number right?'}</h1>
      <p>
        {bank} <b>{number}</b>
      </p>
      {holder ? (
        <p>
          This account belongs to <strong>{holder}</strong>. Is it yours?
        </p>
      ) : (
        <p>
          <strong>{bank} knows no account with this number.</strong> Check the number and the bank again.
        </p>
      )}
      {isSimulated && <p className="note">This is a demo: the answer is made up by a simulator and comes from no bank.</p>}
      {holder && !fits && (
        <p className="soft">
          {name ? `Your profile says ${name}. ` : 'Your profile has no name. '}
          You can keep the account anyway; we check it before the next payout.
        </p>
      )}
      <p className="note">{delay}</p>
      <form className="stack" method="post" action={href('/dashboard/account')}>
        <AccountField />
        {(asksPassword || error) && (
          <TextField
            label="Your password"
            name="bank_password"
            type="password"
            autoComplete="current-password"
            hint="Only to change the account. With two-factor sign-in, type the code of your app instead."
            error={error}
          />
        )}
        <p className="row">
          <button className={holder ? 'btn go' : 'btn'} name="intent" value="keep">
            {holder ? 'Yes, it is mine' : 'It is right, keep it'}
          </button>
          <a className={holder ? 'btn' : 'btn go'} href={`${href('/dashboard')}?bank`}>
            {holder ? 'No, change it' : 'Change it'}
          </a>
          <button className="btn bare" name="intent" value="leave">
            Leave my bank details as they were
          </button>
        </p>
      </form>
      <p className="hint">Until you answer, nothing is changed and nothing is paid to this account.</p>
    </div>
  )
}
