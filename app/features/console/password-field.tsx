import { useLocation, useRouteLoaderData } from 'react-router'
import { secondFactorPath } from '#app/platform/session/second-factor-path.ts'
import { TextField } from '#app/ui/field.tsx'

/**
 * The field for the admin's own password, or for a code of the second factor of an admin who has one. It is not shown
 * for ten minutes after a confirmation, unless the server asks again.
 */
export function PasswordField({ label, hint, error }: { label: string; hint?: string; error: string | undefined }) {
  const console = useRouteLoaderData<{ confirmWith: 'nothing' | 'password' | 'second-factor' }>('routes/admin/console')
  const { pathname, search } = useLocation()
  if (console?.confirmWith === 'nothing' && !error) {
    return hint && <p className="hint">{hint}</p>
  }
  if (console?.confirmWith === 'second-factor') {
    return (
      <>
        <TextField
          label={label.replace('Your own password', 'Code from your authenticator app')}
          name="password"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          hint={hint ?? 'Asked at most once every ten minutes.'}
          error={error}
        />
        <p className="small">
          Or <a href={secondFactorPath(pathname + search)}>confirm with a passkey or a recovery code</a> first.
        </p>
      </>
    )
  }
  return (
    <TextField
      label={label}
      name="password"
      type="password"
      autoComplete="current-password"
      required
      hint={hint ?? 'Asked at most once every ten minutes.'}
      error={error}
    />
  )
}
