import { Form } from 'react-router'
import { formatMoment } from '#app/platform/text/dates.ts'
import { AccountField } from '#app/ui/account-field.tsx'
import { ErrorSummary, TextField } from '#app/ui/field.tsx'
import type { ActionResult } from '../console/action-result.ts'
import type { AccountDetails } from './admin.server.ts'

/** Blocks a student's account with a reason, or unblocks it. */
export function Block({ account, result }: { account: AccountDetails; result: ActionResult | undefined }) {
  return (
    <section className="stack" aria-labelledby="block">
      <h2 id="block">{account.blocked_at ? 'This account is blocked' : 'Block this account'}</h2>
      <ErrorSummary error={result} />
      {account.blocked_at ? (
        <>
          <p>
            Since {formatMoment(account.blocked_at)}: {account.block_reason}
          </p>
          <Form method="post">
            <AccountField />
            <button className="btn" name="intent" value="unblock">
              Unblock it
            </button>
          </Form>
        </>
      ) : (
        <>
          <p className="small soft">
            It is signed out everywhere and cannot sign in again until you unblock it. Its works stay on sale and its money is
            paid as before; take works off sale or hold payouts where that is needed.
          </p>
          <Form method="post" className="stack record" noValidate>
            <AccountField />
            <TextField
              label="Reason"
              name="reason"
              maxLength={500}
              required
              hint="They read it when they try to sign in."
              defaultValue={result?.values.reason}
              error={result?.errors.reason}
            />
            <p>
              <button className="btn no" name="intent" value="block">
                Block the account
              </button>
            </p>
          </Form>
        </>
      )}
    </section>
  )
}
