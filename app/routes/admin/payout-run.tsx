import { data, Form, redirect } from 'react-router'
import { withPasswordAgain } from '../../features/accounts/password-again.server.ts'
import { type Answer, answer, sentences } from '../../features/console/answers.ts'
import { operatorOf } from '../../features/console/operator.server.ts'
import { notePaid, noteReturned } from '../../features/money/commands.server.ts'
import { runForBank } from '../../features/money/csv-files.server.ts'
import { ExportForm } from '../../features/money/download.tsx'
import { MoneyTabs } from '../../features/money/money-tabs.tsx'
import { findRun, type Run } from '../../features/money/queries.server.ts'
import { paidForm, reasonForm } from '../../features/money/schema.ts'
import { checkForm, readForm, typedIn } from '../../platform/forms/form.server.ts'
import { looksLikeUuid } from '../../platform/pages/keys.ts'
import { notFound } from '../../platform/pages/not-found.server.ts'
import { pageMeta } from '../../platform/pages/page-meta.ts'
import { noteFailure } from '../../platform/process/failures.server.ts'
import { toastCookie } from '../../platform/session/toast.server.ts'
import { formatDay, formatMoment } from '../../platform/text/dates.ts'
import { formatKobo } from '../../platform/text/money.ts'
import { TextField } from '../../ui/field.tsx'
import type { Route } from './+types/payout-run'

export { keepWhatWasTyped as clientAction } from '../../features/console/drafts.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const operator = operatorOf(context)
  const run = looksLikeUuid(params.id) ? await findRun(operator, params.id) : null
  if (!run) {
    throw noSuchRun()
  }
  return { run }
}

function noSuchRun() {
  return notFound('Run not found', 'A letter of the address may be missing.', {
    to: '/admin/money/payouts',
    label: 'Back to the payouts',
  })
}

/** Notes what the bank did: paid one or all (`paid`), returned one (`returned`); or makes the bank's file (`bank`). */
export async function action({ request, params, context }: Route.ActionArgs) {
  const operator = operatorOf(context)
  if (!looksLikeUuid(params.id)) {
    throw noSuchRun()
  }
  const { id } = params
  const form = await readForm(request)
  const typed = typedIn(form)
  const refuse = (text: string, status: number, errors: Record<string, string> = {}) =>
    data(answer(text, { typed, errors }), { status })
  const done = (title: string, text?: string) =>
    redirect(`/admin/money/payouts/${id}`, {
      status: 303,
      headers: { 'set-cookie': toastCookie(context, { title, text, kind: 'good' }) },
    })
  try {
    if (typed.intent === 'bank') {
      const outcome = await withPasswordAgain(context, operator.email, form.get('password'), (client) =>
        runForBank({ client }, id),
      )
      return 'refusal' in outcome
        ? refuse(sentences.fields, outcome.status, { password: outcome.refusal })
        : { file: outcome.done }
    }
    if (typed.intent === 'returned') {
      const { values, errors } = checkForm(reasonForm, typed)
      if (errors) {
        return refuse(sentences.fields, 400, errors)
      }
      const outcome = looksLikeUuid(typed.payout ?? '') ? await noteReturned(operator, typed.payout ?? '', values.reason) : 'gone'
      return outcome === 'ok'
        ? done('Noted as returned', 'The money is available again, and the student is mailed.')
        : refuse('Somebody noted this already.', 409)
    }
    const { values, errors } = checkForm(paidForm, typed)
    if (errors) {
      return refuse(sentences.fields, 400, errors)
    }
    const payouts = form
      .getAll('payout')
      .filter((payout): payout is string => typeof payout === 'string' && looksLikeUuid(payout))
    if (payouts.length === 0) {
      return refuse('Tick the payouts that the bank made.', 400)
    }
    const noted = await notePaid(operator, id, payouts, values.reference)
    return noted > 0
      ? done(noted === 1 ? 'Noted as paid' : `${noted} noted as paid`, 'The students are mailed.')
      : refuse('Somebody noted this already.', 409)
  } catch (error) {
    noteFailure('What became of a payout could not be noted', error)
    return refuse(sentences.failed, 502)
  }
}

/** A refusal means that the list is not what it was. */
export const shouldRevalidate = () => true

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Run of payouts', description: 'The console.', index: false })

export default function PayoutRun({ loaderData: { run }, actionData }: Route.ComponentProps) {
  const open = run.rows.filter(({ paid_at, returned_at }) => !paid_at && !returned_at)
  const refusal = actionData && 'errors' in actionData ? actionData : undefined
  return (
    <section className="stack room">
      <MoneyTabs />
      <div className="row between">
        <h1>Payouts of {formatDay(run.run_day)}</h1>
        {run.is_sample && <span className="badge">sample</span>}
      </div>
      <p className="soft">
        {formatKobo(run.total_kobo)} to {run.payouts}, confirmed {formatMoment(run.confirmed_at)}.
      </p>
      {refusal && Object.keys(refusal.errors).length === 0 && (
        <p className="note stop" role="alert">
          {refusal.text}
        </p>
      )}
      {open.length > 0 && (
        <section className="stack" aria-labelledby="bank-file">
          <h2 id="bank-file">The file for the bank</h2>
          <p className="small soft">
            Whole account numbers of the {open.length} that are on their way. The log says who took it.
          </p>
          <ExportForm action={`/admin/money/payouts/${run.id}`} intent="bank" title="the bank's file" what="payouts" />
        </section>
      )}
      {open.length > 0 && (
        <section className="stack" aria-labelledby="on-the-way">
          <h2 id="on-the-way">On their way</h2>
          <Form method="post" id="paid" className="stack record" noValidate>
            <TextField
              label="The bank's reference"
              name="reference"
              optional
              hint="Of those that are ticked below; their students read it."
              defaultValue={refusal?.typed.reference}
              error={refusal?.errors.reference}
            />
            <p>
              <button className="btn go" name="intent" value="paid">
                The bank paid those that are ticked
              </button>
            </p>
          </Form>
          <ul className="lines">
            {open.map((row) => (
              <OnTheWay key={row.id} row={row} given={refusal} />
            ))}
          </ul>
        </section>
      )}
      <Answered title="Paid" rows={run.rows.filter(({ paid_at, returned_at }) => paid_at && !returned_at)} given={refusal} />
      <Answered title="Returned" rows={run.rows.filter(({ returned_at }) => returned_at)} given={refusal} />
    </section>
  )
}

type Row = Run['rows'][number]

const facts = ({ bank_name, last_four }: Row) => (last_four ? `${bank_name} ••••••${last_four}` : 'The account is no longer kept')

function OnTheWay({ row, given }: { row: Row; given: Answer | undefined }) {
  return (
    <li data-row>
      <div className="tick">
        <input type="checkbox" form="paid" name="payout" value={row.id} id={`paid-${row.id}`} defaultChecked />
        <label htmlFor={`paid-${row.id}`}>
          {row.student} <span className="small soft">{facts(row)}</span>
        </label>
      </div>
      <b className="num">{formatKobo(row.amount_kobo)}</b>
      <Return row={row} given={given} />
    </li>
  )
}

function Return({ row, given }: { row: Row; given: Answer | undefined }) {
  const mine = given?.typed.payout === row.id && given.typed.intent === 'returned' ? given : undefined
  return (
    <details open={mine ? true : undefined}>
      <summary>
        <span className="sr">{row.student}: </span>
        <span>The bank returned it</span>
      </summary>
      <Form method="post" className="find" noValidate preventScrollReset>
        <input type="hidden" name="payout" value={row.id} />
        <TextField
          label="What did the bank say? The student reads it"
          name="reason"
          maxLength={300}
          defaultValue={mine?.typed.reason}
          error={mine?.errors.reason}
        />
        <button className="btn no" name="intent" value="returned">
          Returned
        </button>
      </Form>
    </details>
  )
}

function Answered({ title, rows, given }: { title: string; rows: Row[]; given: Answer | undefined }) {
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
              <p className="name">{row.student}</p>
              <p className="small soft">
                {facts(row)} ·{' '}
                {row.returned_at
                  ? `${formatMoment(row.returned_at)} · ${row.reason ?? ''}`
                  : `${formatMoment(row.paid_at ?? '')}${row.reference ? ` · ${row.reference}` : ''}`}
              </p>
            </div>
            <b className="num">{formatKobo(row.amount_kobo)}</b>
            {!row.returned_at && <Return row={row} given={given} />}
          </li>
        ))}
      </ul>
    </section>
  )
}
