import { useRouteLoaderData } from 'react-router'
import { TextField } from '#app/ui/field.tsx'

/**
 * The field for the admin's own password. It is not shown for ten minutes after a confirmation, unless the server asks
 * for the password again.
 */
export function PasswordField({ label, hint, error }: { label: string; hint?: string; error: string | undefined }) {
  const console = useRouteLoaderData<{ isPasswordConfirmed: boolean }>('routes/admin/console')
  return console?.isPasswordConfirmed && !error ? (
    hint && <p className="hint">{hint}</p>
  ) : (
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
