import { href } from 'react-router'
import { ActForm } from '../console/act-form.tsx'
import type { ActionResult } from '../console/action-result.ts'
import { asSentence } from '#app/platform/text/strings.ts'
import { formatKobo } from '#app/platform/text/money.ts'
import { TextField } from '#app/ui/field.tsx'
import type { Run } from './queries.server.ts'
import { transferStates, describeWrong } from './transfer-labels.ts'
import type { RunTransfer } from './transfers.server.ts'

type Row = Run['rows'][number]
type ActionData = ActionResult | undefined

/** The payouts of a run that are sent by Paystack, each with the admin's next step. */
export function TransferList({ run, transfers, result: input }: { run: Run; transfers: RunTransfer[]; result: ActionData }) {
  const theirs = new Map(transfers.filter(({ way }) => way === 'transfer').map((each) => [each.payout_id, each]))
  const shown = run.rows.flatMap((row) => {
    const transfer = theirs.get(row.id)
    return transfer ? [{ row, transfer }] : []
  })
  return shown.length === 0 ? null : (
    <section className="stack" aria-labelledby="by-paystack">
      <h2 id="by-paystack">By Paystack</h2>
      <ul className="lines">
        {shown.map(({ row, transfer }) => (
          <OneTransfer
            key={row.id}
            run={run.id}
            row={row}
            transfer={transfer}
            result={input?.values.payout === row.id ? input : undefined}
          />
        ))}
      </ul>
    </section>
  )
}

type TransferProps = { run: string; row: Row; transfer: RunTransfer; result: ActionData }

function OneTransfer({ run: id, row, transfer, result: input }: TransferProps) {
  const { state, reason, domain } = transfer
  const badge = transferStates[state]
  return (
    <li data-row>
      <div>
        <p className="name">{row.student}</p>
        <p className="small soft">
          {row.last_four ? `${row.bank_name} ••••••${row.last_four} · ` : ''}
          {transfer.reference}
        </p>
        {state === 'refused' && <p className="small">Paystack says: {reason}</p>}
        {state === 'wrong' && <p className="small">{describeWrong(reason)}</p>}
        {state === 'failed' && row.reason && <p className="small">{asSentence(row.reason)} The money is available again.</p>}
      </div>
      <div className="row aside">
        {domain === 'test' && <span className="badge">no real money</span>}
        <span className={`badge ${badge.look}`}>{badge.label}</span>
        <b className="num">{formatKobo(row.amount_kobo)}</b>
      </div>
      {state === 'otp' && <Code run={id} row={row} result={input} />}
      {(state === 'pending' || state === 'refused' || transfer.can_be_dismissed) && (
        <ActForm action={href('/admin/money/payouts/:id/dismiss-transfer', { id })} className="row wide-line" preventScrollReset>
          <input type="hidden" name="payout" value={row.id} />
          {state === 'pending' && (
            <button className="btn" formAction={href('/admin/money/payouts/:id/verify-transfer', { id })}>
              Check with Paystack now
            </button>
          )}
          {state === 'refused' && (
            <button className="btn" formAction={href('/admin/money/payouts/:id/retry-transfer', { id })}>
              Try again
            </button>
          )}
          {transfer.can_be_dismissed && <button className="btn bare">Not through Paystack</button>}
        </ActForm>
      )}
      {state === 'wrong' && (
        <ActForm action={href('/admin/money/payouts/:id/close-transfer', { id })} className="find wide-line" preventScrollReset>
          <input type="hidden" name="payout" value={row.id} />
          <TextField
            label="What did you do about it?"
            name="words"
            maxLength={300}
            defaultValue={input?.values.words}
            error={input?.errors.words}
          />
          <button className="btn">Settled</button>
        </ActForm>
      )}
    </li>
  )
}

function Code({ run: id, row, result: input }: Omit<TransferProps, 'transfer'>) {
  return (
    <ActForm action={href('/admin/money/payouts/:id/confirm-code', { id })} className="find wide-line" preventScrollReset>
      <input type="hidden" name="payout" value={row.id} />
      <TextField
        label={`The code that Paystack sent you for ${row.student}`}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        error={input?.errors.code}
      />
      <button className="btn go">Confirm the code</button>
      <button className="btn bare" formAction={href('/admin/money/payouts/:id/resend-code', { id })}>
        Send the code again
      </button>
    </ActForm>
  )
}
