import { href, Link } from 'react-router'
import { ActForm, useActResult } from '#app/features/console/act-form.tsx'
import type { ActionResult } from '#app/features/console/action-result.ts'
import { FormDetails } from '#app/features/console/form-details.tsx'
import { studentAddress } from '#app/features/console/person-addresses.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { describeBlocked, describeRun, signedKobo } from '#app/features/money/labels.ts'
import { MoneyTabs } from '#app/features/money/money-tabs.tsx'
import { findRun, type Run } from '#app/features/money/queries.server.ts'
import { SendMoney } from '#app/features/money/send-money.tsx'
import { TransferList } from '#app/features/money/transfer-list.tsx'
import { runTransfers } from '#app/features/money/transfers.server.ts'
import { accountNameMismatches, noNameMismatches } from '#app/features/profiles/account-name-mismatches.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import { notFound } from '#app/platform/pages/not-found.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { siteContext } from '#app/services/site.server.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import { formatDay, formatMoment } from '#app/platform/text/dates.ts'
import { formatKobo } from '#app/platform/text/money.ts'
import { capitalised } from '#app/platform/text/strings.ts'
import { ErrorSummary, TextField } from '#app/ui/field.tsx'
import type { Route } from './+types/payout-run'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'
export { rejectOutdatedForm as action } from '#app/platform/forms/refused-form.server.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const run = looksLikeUuid(params.id) ? await findRun(admin, params.id) : null
  if (!run) {
    throw noSuchRun()
  }
  const [byWay, nameMismatches] = await Promise.all([
    runTransfers(admin, run.id),
    accountNameMismatches(
      admin,
      run.rows.map(({ profile_id }) => profile_id),
    ).catch(orLog('Could not read name mismatches of bank accounts', noNameMismatches)),
  ])
  return { run, byWay, doubts: nameMismatches, paystack: context.get(siteContext).transfers?.domain ?? null }
}

function noSuchRun() {
  return notFound('Run not found', 'The address may be incomplete.', {
    to: href('/admin/money/payouts'),
    label: 'Back to the payouts',
  })
}

/** Revalidates also after a rejection, because the list has changed. */
export const shouldRevalidate = () => true

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Payout run', description: 'Admin console.', index: false })

export default function PayoutRun({ loaderData: { run, byWay, doubts: nameMismatches, paystack } }: Route.ComponentProps) {
  const response = useActResult()
  const ways = new Map(byWay.map(({ payout_id, way, state }) => [payout_id, state === 'wrong' ? 'file' : way]))
  const open = run.rows.filter(({ id, paid_at, returned_at }) => !paid_at && !returned_at && ways.get(id) !== 'transfer')
  const byPaystack = new Set([...ways].flatMap(([id, way]) => (way === 'transfer' ? [id] : [])))
  const inFile = open.filter(({ id }) => ways.get(id) === 'file')
  // The file for the bank is shown at its button.
  const rejection = response && 'errors' in response ? response : undefined
  return (
    <section className="stack admin-section">
      <MoneyTabs />
      <div className="row between">
        <h1>Payouts of {formatDay(run.run_day)}</h1>
        {run.is_sample && <span className="badge">sample</span>}
      </div>
      <p className="soft">
        {formatKobo(run.total_kobo)} to {run.payouts}, confirmed {formatMoment(run.confirmed_at)}.{' '}
        <b>{capitalised(describeRun(run.states))}.</b>
      </p>
      <ErrorSummary error={rejection} />
      {open.length > 0 && (
        <SendMoney
          run={run.id}
          forPaystack={paystack ? open.filter(({ id }) => !ways.has(id)) : []}
          forBank={open.length}
          inFile={paystack ? inFile.length : 0}
          isRealMoney={paystack === 'live'}
          result={rejection}
        />
      )}
      <TransferList run={run} transfers={byWay} result={rejection} />
      {open.length > 0 && (
        <section className="stack" aria-labelledby="on-the-way">
          <h2 id="on-the-way">Record what the bank paid</h2>
          <p className="small soft">Nothing is sent from here. Tick what the bank’s statement shows as paid.</p>
          <ActForm
            key={open.length}
            action={href('/admin/money/payouts/:id/mark-paid', { id: run.id })}
            id="paid"
            className="stack record"
          >
            <TextField
              label="The bank's reference"
              name="reference"
              optional
              hint="Of those that are ticked below; their students read it."
              defaultValue={rejection?.values.reference}
              error={rejection?.errors.reference}
            />
            <TextField
              label="What the bank paid, in naira"
              name="arrived"
              inputMode="decimal"
              required
              hint={`As its statement says, for those that are ticked. All of them come to ${formatKobo(open.reduce((sum, { amount_kobo }) => sum + amount_kobo, 0))}.`}
              defaultValue={rejection?.values.arrived}
              error={rejection?.errors.arrived}
            />
            <p>
              <button className="btn go">Mark as paid</button>
            </p>
          </ActForm>
          <ul className="lines">
            {open.map((row) => (
              <OnTheWay
                key={row.id}
                run={run.id}
                row={row}
                doubt={nameMismatches[row.profile_id]}
                inFile={ways.get(row.id) === 'file'}
                result={rejection}
              />
            ))}
          </ul>
        </section>
      )}
      <Answered
        run={run.id}
        title="Paid"
        rows={run.rows.filter(({ paid_at, returned_at }) => paid_at && !returned_at)}
        byPaystack={byPaystack}
        result={rejection}
      />
      <Answered
        run={run.id}
        title="Returned"
        rows={run.rows.filter(({ returned_at }) => returned_at)}
        byPaystack={byPaystack}
        result={rejection}
      />
      <LeftOut run={run} />
    </section>
  )
}

/** The students whom the run did not pay, as they were when it was confirmed. */
function LeftOut({ run: { left_out: rows, minimum_kobo: minimum } }: { run: Run }) {
  return (
    rows.length > 0 && (
      <section className="stack" aria-labelledby="left-out">
        <h2 id="left-out">Not in this run</h2>
        <p className="small soft">As it was when the run was confirmed.</p>
        <ul className="lines">
          {rows.map((row) => (
            <li key={row.profile_id} data-row>
              <div>
                <p className="name">
                  <Link to={studentAddress(row.profile_id)}>{row.student}</Link>
                </p>
                <p className="small">{describeBlocked(row, minimum)}</p>
              </div>
              <div className="row aside">
                <b className="num">{signedKobo(row.available_kobo)}</b>
              </div>
            </li>
          ))}
        </ul>
      </section>
    )
  )
}

type Row = Run['rows'][number]

const details = ({ bank_name, last_four }: Row) =>
  last_four ? `${bank_name} ••••••${last_four}` : 'The account is no longer kept'

type OnTheWayProps = { run: string; row: Row; doubt: string | undefined; inFile: boolean; result: ActionResult | undefined }

function OnTheWay({ run, row, doubt: nameMismatch, inFile, result: input }: OnTheWayProps) {
  return (
    <li data-row>
      <div className="tick">
        <input type="checkbox" form="paid" name="payout" value={row.id} id={`paid-${row.id}`} defaultChecked />
        <label htmlFor={`paid-${row.id}`}>
          {row.student}{' '}
          <span className="small soft">
            {details(row)}
            {inFile ? ' · in the file for the bank' : ''}
            {nameMismatch ? ` · ${nameMismatch}` : ''}
          </span>
        </label>
      </div>
      <b className="num">{formatKobo(row.amount_kobo)}</b>
      <Return run={run} row={row} result={input} />
    </li>
  )
}

function Return({ run, row, result: input }: { run: string; row: Row; result: ActionResult | undefined }) {
  const mine = input?.act === 'mark-returned' && input.values.payout === row.id ? input : undefined
  return (
    <FormDetails result={mine}>
      <summary>
        <span className="sr">{row.student}: </span>
        <span>Mark as returned...</span>
      </summary>
      <ActForm action={href('/admin/money/payouts/:id/mark-returned', { id: run })} className="find" preventScrollReset>
        <input type="hidden" name="payout" value={row.id} />
        <TextField
          label="What did the bank say? The student reads it"
          name="reason"
          maxLength={300}
          defaultValue={mine?.values.reason}
          error={mine?.errors.reason}
        />
        <button className="btn no">Mark as returned</button>
      </ActForm>
    </FormDetails>
  )
}

type AnsweredProps = {
  run: string
  title: string
  rows: Row[]
  byPaystack: ReadonlySet<string>
  result: ActionResult | undefined
}

function Answered({ run, title, rows, byPaystack, result: input }: AnsweredProps) {
  if (rows.length === 0) {
    return null
  }
  return (
    <section className="stack">
      <h2>{title}</h2>
      <ul className="lines">
        {rows.map((row) => (
          <li key={row.id} data-row>
            <div>
              <p className="name">
                <Link to={studentAddress(row.profile_id)}>{row.student}</Link>
              </p>
              <p className="small soft">
                {details(row)} ·{' '}
                {row.returned_at
                  ? `${formatMoment(row.returned_at)} · ${row.reason ?? ''}`
                  : `${formatMoment(row.paid_at ?? '')}${row.reference ? ` · ${row.reference}` : ''}`}
              </p>
            </div>
            <b className="num">{formatKobo(row.amount_kobo)}</b>
            {!row.returned_at && !byPaystack.has(row.id) && <Return run={run} row={row} result={input} />}
          </li>
        ))}
      </ul>
    </section>
  )
}
