import { href, Form, Link, isRouteErrorResponse } from 'react-router'
import { type ActionResult, sentences, rejectWith } from '#app/features/console/action-result.ts'
import { studentAddress } from '#app/features/console/person-addresses.ts'
import { exportWithPassword } from '#app/features/accounts/export-with-password.server.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { markPayoutsPaid, recordPayoutReturn } from '#app/features/money/commands.server.ts'
import { payoutBankFile } from '#app/features/money/csv-files.server.ts'
import { MoneyTabs } from '#app/features/money/money-tabs.tsx'
import { findRun, type Run } from '#app/features/money/queries.server.ts'
import { actOnRunTransfers, transferIntents } from '#app/features/money/run-transfers.server.ts'
import { SendMoney } from '#app/features/money/send-money.tsx'
import { TransferList } from '#app/features/money/transfer-list.tsx'
import { runTransfers } from '#app/features/money/transfers.server.ts'
import { accountNameMismatches, noNameMismatches } from '#app/features/profiles/account-name-mismatches.server.ts'
import { paidForm, reasonForm } from '#app/features/money/schema.ts'
import { checkForm, readForm, submittedValues } from '#app/platform/forms/form.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import { notFound } from '#app/platform/pages/not-found.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { siteContext } from '#app/services/site.server.ts'
import { orLog, logFailure } from '#app/platform/log/failures.server.ts'
import { redirectWithToast } from '#app/platform/session/toast.server.ts'
import { formatDay, formatMoment } from '#app/platform/text/dates.ts'
import type { Enums } from '#app/services/database.ts'
import { formatKobo } from '#app/platform/text/money.ts'
import { AccountField } from '#app/ui/account-field.tsx'
import { ErrorSummary, TextField } from '#app/ui/field.tsx'
import type { Route } from './+types/payout-run'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

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

const returnRejections: Record<Exclude<Enums['payout_return'], 'ok'>, string> = {
  duplicate: sentences.settled,
  gone: sentences.gone,
  by_transfer: 'This payout goes by transfer. Paystack says whether it came back.',
}

/**
 * Records what the bank did: paid one or all (`paid`), returned one (`returned`); or exports the bank's file (`bank`).
 */
export async function action({ request, params, context }: Route.ActionArgs) {
  const admin = requireAdmin(context)
  if (!looksLikeUuid(params.id)) {
    throw noSuchRun()
  }
  const { id } = params
  const form = await readForm(request, context)
  const submitted = submittedValues(form)
  const reject = rejectWith(submitted)
  const done = (title: string, text?: string) =>
    redirectWithToast(context, href('/admin/money/payouts/:id', { id }), { title, text })
  try {
    const { transfers } = context.get(siteContext)
    if (transfers && transferIntents.includes(submitted.intent ?? '')) {
      const run = await findRun(admin, id)
      if (!run) {
        throw noSuchRun()
      }
      return await actOnRunTransfers(context, admin, transfers, { run, form })
    }
    if (submitted.intent === 'bank') {
      return await exportWithPassword(context, admin, { form, content: 'a bank file', generate: (as) => payoutBankFile(as, id) })
    }
    if (submitted.intent === 'returned') {
      const { values, errors } = checkForm(reasonForm, submitted)
      if (errors) {
        return reject(sentences.fields, 400, errors)
      }
      const outcome = looksLikeUuid(submitted.payout ?? '')
        ? await recordPayoutReturn(admin, submitted.payout ?? '', values.reason)
        : 'gone'
      return outcome === 'ok'
        ? done('Marked as returned', 'The money is available again, and we are emailing the student.')
        : reject(returnRejections[outcome], 409)
    }
    const { values, errors } = checkForm(paidForm, submitted)
    if (errors) {
      return reject(sentences.fields, 400, errors)
    }
    const payouts = form
      .getAll('payout')
      .filter((payout): payout is string => typeof payout === 'string' && looksLikeUuid(payout))
    if (payouts.length === 0) {
      return reject('Tick the payouts that the bank made.', 400)
    }
    const expected = await openKobo(payouts)
    if (values.arrived !== expected) {
      return reject(sentences.fields, 400, {
        arrived: `The ticked payouts come to ${formatKobo(expected)}. Tick only what the bank paid, or look at its statement again.`,
      })
    }
    const paid = await markPayoutsPaid(admin, id, payouts, values.reference)
    return paid > 0
      ? done(paid === 1 ? 'Marked as paid' : `${paid} marked as paid`, 'We are emailing the students.')
      : reject(sentences.settled, 409)

    /** Returns the sum of these payouts of the run, in kobo. */
    async function openKobo(ids: readonly string[]): Promise<number> {
      const run = await findRun(admin, id)
      if (!run) {
        throw noSuchRun()
      }
      return run.rows.filter((row) => ids.includes(row.id)).reduce((sum, { amount_kobo }) => sum + amount_kobo, 0)
    }
  } catch (error) {
    // These are pages such as 404 for a missing run, not failures.
    if (error instanceof Response || isRouteErrorResponse(error)) {
      throw error
    }
    logFailure('Could not record the result of a payout', error)
    return reject(sentences.failed, 502)
  }
}

/** Revalidates also after a rejection, because the list has changed. */
export const shouldRevalidate = () => true

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Payout run', description: 'Admin console.', index: false })

export default function PayoutRun({
  loaderData: { run, byWay, doubts: nameMismatches, paystack },
  actionData,
}: Route.ComponentProps) {
  const ways = new Map(byWay.map(({ payout_id, way, state }) => [payout_id, state === 'wrong' ? 'file' : way]))
  const open = run.rows.filter(({ id, paid_at, returned_at }) => !paid_at && !returned_at && ways.get(id) !== 'transfer')
  const byPaystack = new Set([...ways].flatMap(([id, way]) => (way === 'transfer' ? [id] : [])))
  const inFile = open.filter(({ id }) => ways.get(id) === 'file')
  const rejection = actionData && 'errors' in actionData ? actionData : undefined
  return (
    <section className="stack admin-section">
      <MoneyTabs />
      <div className="row between">
        <h1>Payouts of {formatDay(run.run_day)}</h1>
        {run.is_sample && <span className="badge">sample</span>}
      </div>
      <p className="soft">
        {formatKobo(run.total_kobo)} to {run.payouts}, confirmed {formatMoment(run.confirmed_at)}.
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
      <TransferList rows={run.rows} transfers={byWay} result={rejection} />
      {open.length > 0 && (
        <section className="stack" aria-labelledby="on-the-way">
          <h2 id="on-the-way">Record what the bank paid</h2>
          <p className="small soft">Nothing is sent from here. Tick what the bank’s statement shows as paid.</p>
          <Form key={open.length} method="post" id="paid" className="stack record" noValidate>
            <AccountField />
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
              <button className="btn go" name="intent" value="paid">
                Mark as paid
              </button>
            </p>
          </Form>
          <ul className="lines">
            {open.map((row) => (
              <OnTheWay
                key={row.id}
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
        title="Paid"
        rows={run.rows.filter(({ paid_at, returned_at }) => paid_at && !returned_at)}
        byPaystack={byPaystack}
        result={rejection}
      />
      <Answered
        title="Returned"
        rows={run.rows.filter(({ returned_at }) => returned_at)}
        byPaystack={byPaystack}
        result={rejection}
      />
    </section>
  )
}

type Row = Run['rows'][number]

const details = ({ bank_name, last_four }: Row) =>
  last_four ? `${bank_name} ••••••${last_four}` : 'The account is no longer kept'

type OnTheWayProps = { row: Row; doubt: string | undefined; inFile: boolean; result: ActionResult | undefined }

function OnTheWay({ row, doubt: nameMismatch, inFile, result: input }: OnTheWayProps) {
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
      <Return row={row} result={input} />
    </li>
  )
}

function Return({ row, result: input }: { row: Row; result: ActionResult | undefined }) {
  const mine = input?.values.payout === row.id && input.values.intent === 'returned' ? input : undefined
  return (
    <details open={mine ? true : undefined}>
      <summary>
        <span className="sr">{row.student}: </span>
        <span>Mark as returned...</span>
      </summary>
      <Form method="post" className="find" noValidate preventScrollReset>
        <AccountField />
        <input type="hidden" name="payout" value={row.id} />
        <TextField
          label="What did the bank say? The student reads it"
          name="reason"
          maxLength={300}
          defaultValue={mine?.values.reason}
          error={mine?.errors.reason}
        />
        <button className="btn no" name="intent" value="returned">
          Mark as returned
        </button>
      </Form>
    </details>
  )
}

type AnsweredProps = { title: string; rows: Row[]; byPaystack: ReadonlySet<string>; result: ActionResult | undefined }

function Answered({ title, rows, byPaystack, result: input }: AnsweredProps) {
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
            {!row.returned_at && !byPaystack.has(row.id) && <Return row={row} result={input} />}
          </li>
        ))}
      </ul>
    </section>
  )
}
