import type { ReactNode } from 'react'
import { AccountField } from '#app/ui/account-field.tsx'

type Props = {
  /** Create a passkey, or use one. */
  mode: 'create' | 'get'
  /** The server's options for the browser, as JSON. */
  options: string
  action: string
  children: ReactNode
}

/** A form that sends a passkey's response. The island `passkeys` asks the browser for it. */
export function PasskeyForm({ mode, options, action, children }: Props) {
  return (
    <form className="stack" method="post" action={action} data-passkey={mode} data-options={options} noValidate>
      <AccountField />
      <input type="hidden" name="response" />
      {children}
      <p className="note stop" role="alert" hidden />
      <noscript>
        <p className="note">Passkeys need JavaScript.</p>
      </noscript>
    </form>
  )
}
