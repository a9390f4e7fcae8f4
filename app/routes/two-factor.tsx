import { href, data, redirect } from 'react-router'
import * as v from 'valibot'
import { endSessions, signInWith } from '../features/accounts/commands.server.ts'
import { drawQrCode } from '../features/accounts/qr-code.server.ts'
import { requireSecondFactors } from '../features/accounts/second-factor.server.ts'
import { secondFactorPath } from '../platform/session/second-factor-path.ts'
import {
  AddApp,
  AddFactor,
  AddPasskey,
  ConfirmPassword,
  FactorList,
  RecoveryCodes,
  RecoveryCodesLeft,
  TWO_FACTOR_PATH,
} from '../features/accounts/two-factor-forms.tsx'
import { IslandScript } from '../features/shell/island-script.tsx'
import { filled, line } from '../platform/forms/fields.ts'
import { checkForm, type FieldErrors, readForm, submittedValues } from '../platform/forms/form.server.ts'
import { consumeRateLimit, refundRateLimit } from '../platform/limits/limits.server.ts'
import type { Handle } from '../platform/pages/handle.ts'
import { looksLikeUuid } from '../platform/pages/keys.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { orUnavailable } from '../platform/pages/unavailable.server.ts'
import { logFailure } from '#app/platform/log/failures.server.ts'
import type { Added } from '#app/services/second-factors.ts'
import { requireUser } from '../platform/session/session.server.ts'
import { redirectWithToast } from '../platform/session/toast.server.ts'
import { ErrorSummary } from '../ui/field.tsx'
import type { Route } from './+types/two-factor'

export const handle: Handle = { islands: ['passkeys', 'passwords'] }

const named = v.object({ name: filled(line(60), 'Give it a name') })

export async function loader({ url, context }: Route.LoaderArgs) {
  const user = requireUser(context)
  const secondFactors = requireSecondFactors(context)
  const settings = await orUnavailable(context, secondFactors.settings(user))
  const adding = settings.canChange ? url.searchParams.get('add') : null
  const key = adding === 'app' ? await orUnavailable(context, secondFactors.appKey(user, user.email)) : null
  return {
    ...settings,
    email: user.email,
    hasPasskeys: secondFactors.hasPasskeys,
    app: key && { secret: key.secret, qrCode: drawQrCode(key.uri) },
    passkeyOptions: adding === 'passkey' ? await orUnavailable(context, secondFactors.startPasskey(user, user.email)) : null,
  }
}

/** The submitted values and errors of a form, or recovery codes to show once. */
type Result = { text: string; errors: FieldErrors; values: Record<string, string>; codes: string[] | null }

export async function action({ request, context }: Route.ActionArgs) {
  const user = requireUser(context)
  const secondFactors = requireSecondFactors(context)
  const form = await readForm(request, context)
  const values = submittedValues(form)
  const factor = values.factor && looksLikeUuid(values.factor) ? values.factor : null
  const reject = (text: string, status: number, errors: FieldErrors = {}) =>
    data<Result>({ text, errors, values, codes: null }, { status })
  const show = (codes: string[]) => data<Result>({ text: '', errors: {}, values: {}, codes })
  try {
    const { canChange, factors } = await secondFactors.settings(user)
    if (values.intent === 'confirm') {
      return await confirm(factors.length > 0)
    }
    if (!canChange) {
      return factors.length > 0
        ? redirect(secondFactorPath(TWO_FACTOR_PATH), 303)
        : reject('Type your password again: it was more than ten minutes ago.', 400)
    }
    switch (values.intent) {
      case 'start-app':
        await secondFactors.startApp(user)
        return redirect(`${TWO_FACTOR_PATH}?add=app`, 303)
      case 'add-app':
        return await addApp()
      case 'add-passkey':
        return await addPasskey()
      case 'rename':
        return await rename()
      case 'remove':
        return factor !== null && (await secondFactors.remove(user, factor))
          ? leave('It is removed', 'We confirmed it by email.')
          : reject('It was removed already.', 409)
      case 'new-codes':
        return factors.length > 0
          ? show(await secondFactors.replaceRecoveryCodes(user))
          : reject('Add a second factor first.', 409)
      default:
        return reject('Look at the page again.', 400)
    }
  } catch (error) {
    await refundRateLimit(context)
    logFailure('Could not change second factors', error)
    return reject('It could not be done. Try again in a minute.', 503)
  }

  /** Lets this session add the first factor after its password. */
  async function confirm(hasFactor: boolean) {
    if (hasFactor) {
      return redirect(secondFactorPath(TWO_FACTOR_PATH), 303)
    }
    const password = form.get('password')
    if (typeof password !== 'string' || password === '') {
      return reject('', 400, { password: 'Type your password' })
    }
    const turn = await consumeRateLimit(context, 'present-password')
    if (turn.rejection) {
      return reject('', 429, { password: turn.rejection })
    }
    const signedIn = await signInWith(context, user.email, password)
    if ('rejection' in signedIn) {
      const { errors, message } = signedIn.rejection
      return reject('', 400, {
        password: errors.password ? 'This is not your password. Look for a capital letter or a space.' : message,
      })
    }
    await turn.succeeded()
    await endSessions(context, signedIn.tokens.access_token, 'local')
    await secondFactors.allowSetup(user)
    return redirect(TWO_FACTOR_PATH, 303)
  }

  async function addApp() {
    const checked = checkForm(named, values)
    if (checked.errors) {
      return reject('', 400, checked.errors)
    }
    const turn = await consumeRateLimit(context, 'second-factor')
    if (turn.rejection) {
      return reject('', 429, { code: turn.rejection })
    }
    const added = await secondFactors.addApp(user, checked.values.name, values.code ?? '')
    if (added === 'rejected') {
      return reject('', 400, {
        code: 'This code is not right. Type the one that the app shows now; the phone’s clock must be right.',
      })
    }
    await turn.succeeded()
    return finish(added)
  }

  async function addPasskey() {
    const checked = checkForm(named, values)
    if (checked.errors) {
      return reject('', 400, checked.errors)
    }
    return finish(await secondFactors.addPasskey(user, checked.values.name, values.response ?? ''))
  }

  function finish(added: Added) {
    switch (added) {
      case 'rejected':
        return reject('This passkey was not accepted. Try again.', 400)
      case 'expired':
        return reject('That took more than ten minutes. Start again.', 400)
      case 'full':
        return reject('You have this one already, or ten others. Remove one first.', 409)
      default:
        return added.recoveryCodes ? show(added.recoveryCodes) : leave('It is added', 'You can use it from now on.')
    }
  }

  async function rename() {
    const checked = checkForm(named, values)
    if (checked.errors) {
      return reject('', 400, checked.errors)
    }
    return factor !== null && (await secondFactors.rename(user, factor, checked.values.name))
      ? leave('It is renamed')
      : reject('It was removed already.', 409)
  }

  function leave(title: string, text?: string) {
    return redirectWithToast(context, TWO_FACTOR_PATH, { title, ...(text ? { text } : {}) })
  }
}

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Two-factor sign-in', description: 'Confirm sign-ins with your phone or a passkey.', index: false })

export default function TwoFactor({ loaderData, actionData }: Route.ComponentProps) {
  const { factors, recoveryCodes, canChange, email, hasPasskeys, app, passkeyOptions } = loaderData
  const { text = '', errors = {}, values = {}, codes = null } = actionData ?? {}
  const isOn = factors.length > 0
  return (
    <div className="narrow parts">
      <div className="stack">
        <nav className="crumb" aria-label="Where you are">
          <a href={href('/dashboard')}>Dashboard</a>
          <span aria-hidden="true">/</span>
          <a href={href('/dashboard/security')}>Sign-in and security</a>
        </nav>
        <h1>Two-factor sign-in</h1>
        <ErrorSummary error={text ? { text } : null} />
        <p>
          {isOn
            ? 'It is on. After your password, we ask for one of these.'
            : 'After your password, your phone or a passkey confirms that it is you. A stolen password is then not enough.'}
        </p>
      </div>
      {codes ? (
        <RecoveryCodes codes={codes} />
      ) : app ? (
        <AddApp {...app} name={values.name ?? 'My phone'} errors={errors} />
      ) : passkeyOptions ? (
        <AddPasskey options={passkeyOptions} name={values.name ?? 'This device'} errors={errors} />
      ) : (
        <>
          {isOn && <FactorList factors={factors} canChange={canChange} errors={errors} renamed={values.factor} />}
          {canChange && <AddFactor hasPasskeys={hasPasskeys} />}
          {isOn && <RecoveryCodesLeft left={recoveryCodes} canChange={canChange} />}
          {!canChange &&
            (isOn ? (
              <p>
                <a className="btn" href={secondFactorPath(TWO_FACTOR_PATH)}>
                  Change these
                </a>
              </p>
            ) : (
              <ConfirmPassword email={email} errors={errors} />
            ))}
        </>
      )}
      <IslandScript name="passkeys" />
      <IslandScript name="passwords" />
    </div>
  )
}
