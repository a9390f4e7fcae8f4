import { href, useFetcher } from 'react-router'
import { formatKobo } from '#app/platform/text/money.ts'
import { AccountField } from '#app/ui/account-field.tsx'
import { ErrorSummary } from '#app/ui/field.tsx'
import type { ActionResult } from '../console/action-result.ts'
import { PasswordField } from '../console/password-field.tsx'
import { Download, type ExportData, useExportWithoutScript } from '../console/export-form.tsx'

type Payee = { id: string; student: string; amount_kobo: number }

type Props = {
  run: string
  /** The payouts that Paystack can send; none without Paystack. */
  forPaystack: readonly Payee[]
  /** The number of payouts that the bank's file lists. */
  forBank: number
  /** The number of payouts in a file of the bank that can still be discarded. */
  inFile: number
  isRealMoney: boolean
  /** The rejection of a form that was sent without a script. */
  result: ActionResult | undefined
}

/** The acts of this form's buttons. */
const acts: ReadonlySet<string | undefined> = new Set(['send', 'bank-file', 'discard-file'])

/**
 * The form that sends the payouts of a run: by Paystack, or with a file for the bank. It asks for one password for all
 * its buttons, and needs no script for Paystack.
 */
export function SendMoney({ run, forPaystack, forBank, inFile, isRealMoney, result }: Props) {
  const fetcher = useFetcher<ExportData>()
  const withoutScript = useExportWithoutScript()
  const input = fetcher.data ?? (withoutScript && 'file' in withoutScript ? withoutScript : undefined)
  const rejected = input && 'errors' in input ? input : null
  const errors = rejected?.errors ?? (acts.has(result?.act) ? result?.errors : undefined)
  // Without a script the page is new after a rejection.
  const ticked = result?.act === 'send' ? new Set(result.values.payouts?.split(' ')) : null
  const isBusy = fetcher.state !== 'idle'
  const isSending = (action: string) => isBusy && fetcher.formAction === action
  const addresses = {
    send: href('/admin/money/payouts/:id/send', { id: run }),
    bankFile: href('/admin/money/payouts/:id/bank-file', { id: run }),
  }
  return (
    <section className="stack" aria-labelledby="send-money">
      <h2 id="send-money">Send the money</h2>
      <fetcher.Form method="post" action={addresses.send} className="stack record" noValidate>
        <AccountField />
        {/* Enter in the password's field presses the first submit button; this one does nothing. */}
        <button type="submit" disabled hidden>
          Not yet
        </button>
        <ErrorSummary error={rejected} />
        {forPaystack.length > 0 && (
          <fieldset>
            <legend>Pay by Paystack{isRealMoney ? ': real money is sent at once' : ': no real money moves'}</legend>
            {forPaystack.map(({ id, student, amount_kobo }) => (
              <div className="tick" key={id}>
                <input type="checkbox" name="payout" value={id} id={`send-${id}`} defaultChecked={ticked?.has(id) ?? true} />
                <label htmlFor={`send-${id}`}>
                  {student}, {formatKobo(amount_kobo)}
                </label>
              </div>
            ))}
          </fieldset>
        )}
        <PasswordField label="Your own password" error={errors?.password} />
        <p className="row">
          {forPaystack.length > 0 && (
            <button className="btn go" disabled={isBusy}>
              {isSending(addresses.send) ? 'Sending…' : 'Pay by Paystack'}
            </button>
          )}
          <button className={forPaystack.length > 0 ? 'btn' : 'btn go'} formAction={addresses.bankFile} disabled={isBusy}>
            {isSending(addresses.bankFile) ? 'Exporting…' : 'Export CSV: the bank’s file'}
          </button>
        </p>
        <p className="small soft">
          The file lists {forBank === 1 ? 'the one open payout' : `all ${forBank} open payouts`}, ticked or not, with full account
          numbers. Upload it to the bank as it is: Excel drops the zeros at the start of an account number. The audit log records
          who exported it.
        </p>
        {input && 'file' in input && (
          <p>
            <Download key={`${input.file.name} ${input.file.csv.length}`} file={input.file} />
          </p>
        )}
        {inFile > 0 && (
          <details>
            <summary>The file was not used at the bank</summary>
            <div className="stack">
              <p className="small">
                Those payouts can go by Paystack then. If the bank has the file anyway, they are paid twice.
              </p>
              <p>
                <button
                  className="btn no"
                  formAction={href('/admin/money/payouts/:id/discard-file', { id: run })}
                  disabled={isBusy}
                >
                  It was not used
                </button>
              </p>
            </div>
          </details>
        )}
      </fetcher.Form>
    </section>
  )
}
