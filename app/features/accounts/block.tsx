import { Form } from 'react-router'
import { formatMoment } from '#app/platform/text/dates.ts'
import { AccountField } from '#app/ui/account-field.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { ActionResult } from '../console/action-result.ts'
import type { AccountDetails } from './admin.server.ts'

/** States since when and why an account is blocked, and unblocks it. */
export function Blocked({ at, reason }: { at: string; reason: string | null }) {
  return (
    <div className="note stop stack">
      <p>
        Blocked since {formatMoment(at)}: {reason}
      </p>
      <Form method="post">
        <AccountField />
        <button className="btn" name="intent" value="unblock">
          Unblock the account
        </button>
      </Form>
    </div>
  )
}

/** Blocks a student's account with a reason. It is folded, because it is rare. */
export function Block({ account, result }: { account: Pick<AccountDetails, 'blocked_at'>; result: ActionResult | undefined }) {
  return (
    // Once it is blocked, the form is gone.
    <details open={result !== undefined || undefined} key={account.blocked_at}>
      <summary className="btn bare no">Block the account</summary>
      <div className="stack">
        <p className="small soft">
          It is signed out everywhere and cannot sign in again until you unblock it. Its works stay on sale and its money is paid
          as before; take works off sale or hold payouts where that is needed.
        </p>
        <Form method="post" className="stack record" noValidate>
          <AccountField />
          <TextField
            label="Reason for the block"
            name="reason"
            maxLength={500}
            required
            hint="They read it when they try to sign in."
            defaultValue={result?.values.reason}
            error={result?.errors.reason}
          />
          <p>
            <button className="btn no" name="intent" value="block">
              Block it
            </button>
          </p>
        </Form>
      </div>
    </details>
  )
}
