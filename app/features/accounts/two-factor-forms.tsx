import { href } from 'react-router'
import type { SecondFactor } from '#app/services/second-factors.ts'
import type { QrCodePath } from '#app/platform/pictures/qr-code.server.ts'
import { formatDay } from '#app/platform/text/dates.ts'
import { AccountField } from '#app/ui/account-field.tsx'
import { TextField } from '#app/ui/field.tsx'
import { QrCode } from '#app/ui/qr-code.tsx'
import { PasskeyForm } from './passkey-form.tsx'

/** The address of the page with these forms. */
export const TWO_FACTOR_PATH = href('/dashboard/security/two-factor')

type Errors = Readonly<Record<string, string>>
const kinds = { app: 'Authenticator app', passkey: 'Passkey' } as const

/** The form that asks for the password before the first factor is added. */
export function ConfirmPassword({ email, errors }: { email: string; errors: Errors }) {
  return (
    <form className="card stack" method="post" action={href('/dashboard/security/two-factor/confirm')} noValidate>
      <AccountField />
      <h2>Turn it on</h2>
      <p>You need an authenticator app on your phone, or a phone or computer that makes passkeys. First, your password:</p>
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <TextField label="Your password" name="password" type="password" autoComplete="current-password" error={errors.password} />
      <p>
        <button className="btn go">Continue</button>
      </p>
    </form>
  )
}

/** The account's factors. Each can be renamed and removed if the user has just confirmed. */
export function FactorList({
  factors,
  canChange,
  errors,
  renamed,
}: {
  factors: readonly SecondFactor[]
  canChange: boolean
  errors: Errors
  renamed: string | undefined
}) {
  return (
    <section className="card stack" aria-labelledby="factors">
      <h2 id="factors">Your second factors</h2>
      <ul className="factors">
        {factors.map(({ id, kind, name, created_at, last_used_at }) => (
          <li key={id} className="stack">
            <p>
              <strong>{name}</strong>
              <br />
              <span className="small soft">
                {kinds[kind]}, added {formatDay(created_at)},{' '}
                {last_used_at ? `last used ${formatDay(last_used_at)}` : 'not used yet'}
              </span>
            </p>
            {canChange && (
              <details className="ask" open={renamed === id || undefined}>
                <summary>Rename or remove</summary>
                <form className="stack" method="post" action={href('/dashboard/security/two-factor/rename')} noValidate>
                  <AccountField />
                  <input type="hidden" name="factor" value={id} />
                  <TextField
                    label="Name"
                    name="name"
                    defaultValue={name}
                    maxLength={60}
                    error={renamed === id ? errors.name : undefined}
                  />
                  <p className="row">
                    <button className="btn">Rename</button>
                    <button className="btn no" formAction={href('/dashboard/security/two-factor/remove')}>
                      Remove
                    </button>
                  </p>
                  {factors.length === 1 && <p className="hint">Without it, your password alone signs you in again.</p>}
                </form>
              </details>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The choice of what to add. */
export function AddFactor({ hasPasskeys }: { hasPasskeys: boolean }) {
  return (
    <section className="card stack" aria-labelledby="add">
      <h2 id="add">Add a second factor</h2>
      <p>
        {hasPasskeys && 'A passkey is the safest and quickest: your fingerprint, face or screen lock. '}
        An authenticator app works on every phone, also offline. Have two, in case you lose one.
      </p>
      <form className="row" method="post" action={href('/dashboard/security/two-factor/start-app')}>
        <AccountField />
        {hasPasskeys && (
          <a className="btn" href={`${TWO_FACTOR_PATH}?add=passkey`}>
            Add a passkey
          </a>
        )}
        <button className="btn">Add an authenticator app</button>
      </form>
    </section>
  )
}

/** The form that adds an authenticator app: scan the code, then type the app's first code. */
export function AddApp({
  secret,
  uri,
  qrCode,
  name,
  errors,
}: {
  secret: string
  uri: string
  qrCode: QrCodePath
  name: string
  errors: Errors
}) {
  return (
    <form className="card stack" method="post" action={href('/dashboard/security/two-factor/add-app')} noValidate>
      <AccountField />
      <h2>Add an authenticator app</h2>
      <p>Scan this with an app such as Google Authenticator, Aegis or your password manager.</p>
      <QrCode code={qrCode} label="QR code of the key" />
      <p>Is the app on this phone?</p>
      <p>
        <a className="btn" href={uri}>
          Open in your authenticator app
        </a>
      </p>
      <details className="ask">
        <summary>I cannot scan or open it</summary>
        <p>Type this key into the app. It is time-based, with six digits.</p>
        <p className="row">
          <code className="one-time-key">{secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code>
          <button className="btn" type="button" data-copy={secret} hidden>
            Copy
          </button>
        </p>
      </details>
      <TextField label="Name" name="name" defaultValue={name} maxLength={60} hint="To tell it apart later." error={errors.name} />
      <TextField
        label="Code that the app shows now"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        error={errors.code}
      />
      <p className="row">
        <button className="btn go">Add this app</button>
        <a className="btn bare" href={TWO_FACTOR_PATH}>
          Cancel
        </a>
      </p>
    </form>
  )
}

/** The form that adds a passkey. */
export function AddPasskey({ options, name, errors }: { options: string; name: string; errors: Errors }) {
  return (
    <section className="card stack" aria-labelledby="passkey">
      <h2 id="passkey">Add a passkey</h2>
      <p>Your browser asks for your fingerprint, your face, your screen lock or a security key.</p>
      <PasskeyForm mode="create" options={options} action={href('/dashboard/security/two-factor/add-passkey')}>
        <TextField
          label="Name"
          name="name"
          defaultValue={name}
          maxLength={60}
          hint="To tell it apart later."
          error={errors.name}
        />
        <p className="row">
          <button className="btn go">Create the passkey</button>
          <a className="btn bare" href={TWO_FACTOR_PATH}>
            Cancel
          </a>
        </p>
      </PasskeyForm>
    </section>
  )
}

/** The number of unused recovery codes, and the form that replaces them. */
export function RecoveryCodesLeft({ left, canChange }: { left: number; canChange: boolean }) {
  return (
    <form className="card stack" method="post" action={href('/dashboard/security/two-factor/new-codes')}>
      <AccountField />
      <h2>Recovery codes</h2>
      <p>
        {left === 0
          ? 'You have no recovery code left. Without one, a lost phone locks you out.'
          : `You have ${left} of 10 recovery codes left. Each signs you in once, when your phone is lost.`}
      </p>
      {canChange && (
        <p>
          <button className="btn">Make ten new codes</button>
        </p>
      )}
    </form>
  )
}

/** Recovery codes, shown once: to download, to print or to copy. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const file = `Lamplight recovery codes. Each works once.\n\n${codes.join('\n')}\n`
  return (
    <section className="card stack" aria-labelledby="codes">
      <h2 id="codes">Your recovery codes</h2>
      <p>
        Save them now: they are not shown again. If you lose your phone, each signs you in once. Keep them where a thief of your
        phone does not find them.
      </p>
      <ol className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <p className="row">
        <a
          className="btn"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
          download="lamplight-recovery-codes.txt"
        >
          Download
        </a>
        <button className="btn" type="button" data-print hidden>
          Print
        </button>
        <a className="btn go" href={TWO_FACTOR_PATH}>
          I have saved them
        </a>
      </p>
    </section>
  )
}
