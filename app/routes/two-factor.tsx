import { href, useActionData } from 'react-router'
import type { FactorResult } from '../features/accounts/factor-act.server.ts'
import { drawQrCode } from '../platform/pictures/qr-code.server.ts'
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
import { getAct } from '../platform/forms/act-address.ts'
import type { Handle } from '../platform/pages/handle.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { orUnavailable } from '../platform/pages/unavailable.server.ts'
import { requireUser } from '../platform/session/session.server.ts'
import { ErrorSummary } from '../ui/field.tsx'
import type { Route } from './+types/two-factor'

export const handle: Handle = { islands: ['passkeys', 'passwords'] }

/** The forms that are shown again at the address of their act when they are not saved. */
const adds: Readonly<Record<string, string>> = { 'add-app': 'app', 'add-passkey': 'passkey' }

export async function loader({ url, context }: Route.LoaderArgs) {
  const user = requireUser(context)
  const secondFactors = requireSecondFactors(context)
  const settings = await orUnavailable(context, secondFactors.settings(user))
  const adding = settings.canChange ? (url.searchParams.get('add') ?? adds[getAct(url.pathname)]) : null
  const key = adding === 'app' ? await orUnavailable(context, secondFactors.appKey(user, user.email)) : null
  return {
    ...settings,
    email: user.email,
    hasPasskeys: secondFactors.hasPasskeys,
    app: key && { secret: key.secret, uri: key.uri, qrCode: drawQrCode(key.uri) },
    passkeyOptions: adding === 'passkey' ? await orUnavailable(context, secondFactors.startPasskey(user, user.email)) : null,
  }
}

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Two-factor sign-in', description: 'Confirm sign-ins with your phone or a passkey.', index: false })

export default function TwoFactor({ loaderData }: Route.ComponentProps) {
  const { factors, recoveryCodes, canChange, email, hasPasskeys, app, passkeyOptions } = loaderData
  const { text = '', errors = {}, values = {}, codes = null } = useActionData<FactorResult>() ?? {}
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
