import { PasswordField } from '#app/features/console/password-field.tsx'
import { randomUUID } from 'node:crypto'
import { href, Form, Link, useNavigation } from 'react-router'
import * as v from 'valibot'
import { withPasswordAgain } from '#app/features/accounts/confirm-password.server.ts'
import { type ActionResult, sentences, rejectWith } from '#app/features/console/action-result.ts'
import { studentAddress } from '#app/features/console/person-addresses.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { moneyRules } from '#app/features/earnings/queries.server.ts'
import { confirmPayouts, reserveForBankFile } from '#app/features/money/commands.server.ts'
import { holdAction, isHoldForm } from '#app/features/money/hold-action.server.ts'
import { MoneyTabs } from '#app/features/money/money-tabs.tsx'
import { EndHold, HoldPayouts } from '#app/features/money/payout-hold.tsx'
import { findRun, lastRuns, moneyOverview, type Proposed, proposedPayouts } from '#app/features/money/queries.server.ts'
import { describeMissing, paystackIsAway } from '#app/features/money/run-transfers.server.ts'
import { describeBlocked, describeCodes, describeRun, type PayoutStates, signedKobo } from '#app/features/money/labels.ts'
import { missingAtPaystack, startTransfers } from '#app/features/money/transfers.server.ts'
import { accountNameMismatches, noNameMismatches } from '#app/features/profiles/account-name-mismatches.server.ts'
import { DueBadge } from '#app/features/console/due-badge.tsx'
import { readForm, submittedValues } from '#app/platform/forms/form.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { visitorClient } from '#app/services/backend.server.ts'
import { siteContext } from '#app/services/site.server.ts'
import type { Transfers } from '#app/services/transfers.ts'
import { logFailure, orLog } from '#app/platform/log/failures.server.ts'
import { redirectWithToast } from '#app/platform/session/toast.server.ts'
import { dayInLagos, formatDay } from '#app/platform/text/dates.ts'
import { formatKobo } from '#app/platform/text/money.ts'
import { AccountField } from '#app/ui/account-field.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorSummary, TickField } from '#app/ui/field.tsx'
import type { Route } from './+types/payouts'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const [proposed, runs, overview] = await Promise.all([
    proposedPayouts(admin).catch(orLog('Could not propose payouts', null)),
    lastRuns(admin).catch(orLog('Could not list the payout runs', [])),
    moneyOverview(admin).catch(orLog('Could not read the day of the next run', null)),
  ])
  const nameMismatches = await accountNameMismatches(
    admin,
    (proposed ?? []).map(({ profile_id }) => profile_id),
  ).catch(orLog('Could not read name mismatches of bank accounts', noNameMismatches))
  return {
    proposed,
    runs,
    dueDay: overview?.is_run_due ? overview.run_day : null,
    today: dayInLagos(new Date()),
    minimumKobo: (await moneyRules(visitorClient(context))).minimumKobo,
    doubts: nameMismatches,
    paystack: context.get(siteContext).transfers?.domain ?? null,
    idempotencyKey: randomUUID(),
  }
}

/** The payouts that the admin saw: each a profile and its kobo. */
const seen = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.object({ profile: v.pipe(v.string(), v.uuid()), kobo: v.pipe(v.number(), v.safeInteger()) })),
)

/** Confirms a run with the password, holds a student's payouts, or ends a hold. */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = requireAdmin(context)
  const form = await readForm(request, context)
  const submitted = submittedValues(form)
  const reject = rejectWith(submitted)
  if (isHoldForm(submitted)) {
    return holdAction({ context, admin, submitted, address: href('/admin/money/payouts') })
  }
  try {
    const expected = v.safeParse(seen, submitted.seen)
    if (!expected.success || !looksLikeUuid(submitted.idempotencyKey ?? '')) {
      return reject('Load this page again, then confirm.', 400)
    }
    const payees = expected.output.map(({ profile }) => profile)
    const mismatches = await accountNameMismatches(admin, payees)
    const checked = new Set(form.getAll('name_checked'))
    if (Object.keys(mismatches).some((profile) => !checked.has(profile))) {
      return reject('Nothing was paid. Check the name of each bank account that differs from its profile, and tick it.', 400)
    }
    const transfers = submitted.intent === 'transfer' ? context.get(siteContext).transfers : null
    const missing =
      transfers &&
      (await missingAtPaystack(
        transfers,
        expected.output.map(({ kobo }) => kobo),
      ))
    if (missing) {
      return missing === 'away'
        ? reject(paystackIsAway.rejection, paystackIsAway.status)
        : reject(`${describeMissing(missing)} Put money there, or pay with a file for the bank.`, 409)
    }
    const outcome = await withPasswordAgain(context, admin.email, form.get('password'), async (client) => {
      const confirmed = await confirmPayouts({ client }, submitted.idempotencyKey ?? '', expected.output)
      if (!transfers && confirmed.run && context.get(siteContext).transfers) {
        await reserveForBankFile({ client }, confirmed.run).catch(orLog('Could not reserve payouts for the bank file', null))
      }
      // The run is confirmed by now, and its page can send what this could not.
      const started =
        transfers && confirmed.run
          ? await startAll({ client }, transfers, confirmed.run).catch(orLog('Could not send a payout run by Paystack', null))
          : null
      return { ...confirmed, started }
    })
    if ('rejection' in outcome) {
      return reject(sentences.fields, outcome.status, { password: outcome.rejection })
    }
    const { outcome: became, run, started } = outcome.done
    let states: PayoutStates = {}
    if (started && started.started > 0 && run) {
      await transfers?.goOn()
      states = (await findRun(admin, run).catch(orLog('Could not read the states of a payout run', null)))?.states ?? {}
    }
    if ((became === 'ok' || became === 'duplicate') && run) {
      return redirectWithToast(context, href('/admin/money/payouts/:id', { id: run }), {
        title: 'The run is confirmed',
        text: transfers ? describeStarted(started, states) : 'Now take the file to the bank.',
      })
    }
    return reject(
      became === 'empty'
        ? 'There is no one to pay.'
        : 'Nothing was paid: a balance or bank details changed, or this was confirmed already. This is the current state.',
      409,
    )
  } catch (error) {
    logFailure('Could not confirm payouts', error)
    return reject(sentences.failed, 502)
  }
}

/** Describes where the payouts of a confirmed run are. `started` null: Paystack was not reached. */
function describeStarted(started: { started: number; others: number } | null, states: PayoutStates): string {
  const codes = describeCodes(states)
  if (!started || started.started + started.others === 0) {
    return 'Below you see which payouts are still to be sent.'
  }
  return started.others === 0
    ? (codes ?? 'Paystack sends it. The list below shows where each payout is.')
    : (codes ??
        `Paystack sends ${started.started} of them. The others go with a file for the bank: samples and real money are not mixed.`)
}

/** Sends every payout of a run by Paystack. */
async function startAll(admin: Pick<CurrentUser, 'client'>, transfers: Transfers, id: string) {
  const run = await findRun(admin, id)
  return (
    run &&
    startTransfers(
      admin,
      transfers,
      id,
      run.rows.map((row) => row.id),
    )
  )
}

/** Revalidates also after a rejection, because the list has changed. */
export const shouldRevalidate = () => true

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Payouts', description: 'Admin console.', index: false })

export default function Payouts({
  loaderData: { proposed, runs, dueDay, today, minimumKobo, doubts: nameMismatches, paystack, idempotencyKey },
  actionData,
}: Route.ComponentProps) {
  const due = proposed?.filter(({ eligibility }) => eligibility === 'pay') ?? []
  const others = proposed?.filter(({ eligibility }) => eligibility !== 'pay') ?? []
  return (
    <section className="stack admin-section">
      <MoneyTabs />
      <h1>Payouts</h1>
      <ErrorSummary error={actionData} />
      {!proposed ? (
        <EmptyState title="The payouts could not be loaded." hint="Nothing is lost, and nobody was paid." />
      ) : due.length === 0 ? (
        <EmptyState
          title="No payouts are due."
          hint={others.length > 0 ? 'The list below says why, for each student with a balance.' : 'No student has a balance.'}
        />
      ) : (
        <section className="stack" aria-labelledby="to-pay">
          <div className="row between">
            <h2 id="to-pay">
              To pay now: {formatKobo(sumOf(due))} to {due.length}
            </h2>
            <DueBadge due={dueDay} today={today} />
          </div>
          <ul className="lines">
            {due.map((row) => (
              <Student key={row.profile_id} row={row} doubt={nameMismatches[row.profile_id]} result={actionData} />
            ))}
          </ul>
          <Confirm
            due={due}
            nameMismatches={nameMismatches}
            paystack={paystack}
            idempotencyKey={idempotencyKey}
            result={actionData}
          />
        </section>
      )}
      {others.length > 0 && (
        <section className="stack" aria-labelledby="not-paid">
          <h2 id="not-paid">Not in this run</h2>
          <ul className="lines">
            {others.map((row) => (
              <Student
                key={row.profile_id}
                row={row}
                blocked={describeBlocked(row, minimumKobo)}
                doubt={nameMismatches[row.profile_id]}
                result={actionData}
              />
            ))}
          </ul>
        </section>
      )}
      {runs.length > 0 && (
        <section className="stack" aria-labelledby="runs">
          <h2 id="runs">Runs</h2>
          <ul className="lines">
            {runs.map(({ id, run_day, payouts, states, total_kobo, is_sample }) => (
              <li key={id} data-row>
                <div>
                  <p className="name">
                    <Link to={href('/admin/money/payouts/:id', { id })}>{formatDay(run_day)}</Link>
                  </p>
                  <p className="small soft">
                    {formatKobo(total_kobo)} to {payouts} · {describeRun(states)}
                  </p>
                </div>
                {is_sample && (
                  <div className="row aside">
                    <span className="badge">sample</span>
                  </div>
                )}
              </li>
            ))}
          </ul>
          <p>
            <Link to={`${href('/admin/exports')}?file=runs`}>Export all payouts as CSV</Link>
          </p>
        </section>
      )}
    </section>
  )
}

function Student({
  row,
  blocked,
  doubt: nameMismatch,
  result: input,
}: {
  row: Proposed
  /** Why it is not paid. */
  blocked?: string
  doubt: string | undefined
  result: ActionResult | undefined
}) {
  return (
    <li data-row>
      <div>
        <p className="name">
          <Link to={studentAddress(row.profile_id)}>{row.student}</Link>
        </p>
        <p className="small soft">
          {[
            row.bank_name && row.last_four ? `${row.bank_name} ••••••${row.last_four}` : '',
            row.pending_kobo > 0 ? `${formatKobo(row.pending_kobo)} in the refund window` : '',
          ]
            .filter((text) => text !== '')
            .join(' · ')}
        </p>
        {blocked && <p className="small">{blocked}</p>}
        {row.hold_id && <EndHold hold={row.hold_id} isReturn={row.eligibility === 'returned'} />}
        {nameMismatch && (
          <p className="small">
            <span className="badge rejected">Name differs</span> {nameMismatch}
          </p>
        )}
      </div>
      <div className="row aside">
        {row.is_sample && <span className="badge">sample</span>}
        <b className="num">{signedKobo(row.available_kobo)}</b>
      </div>
      {(row.hold_id === null || row.eligibility === 'returned') && (
        <HoldPayouts id={row.profile_id} student={row.student} result={input} />
      )}
    </li>
  )
}

/** Returns the sum of what students have available, in kobo. */
const sumOf = (rows: readonly Proposed[]) => rows.reduce((sum, { available_kobo }) => sum + available_kobo, 0)

type Confirming = {
  due: Proposed[]
  nameMismatches: Readonly<Record<string, string>>
  /** How Paystack can send the payouts: real money, a test, or not at all. */
  paystack: 'live' | 'test' | null
  idempotencyKey: string
  result: ActionResult | undefined
}

/** Form that confirms the run, and chooses how it is paid. Each bank account in another name needs a tick first. */
function Confirm({ due, nameMismatches, paystack, idempotencyKey, result: input }: Confirming) {
  const { formMethod, formData } = useNavigation()
  const rejection = ['confirm', 'transfer'].includes(input?.values.intent ?? '') ? input : undefined
  const isBusy = formMethod === 'POST'
  const payment = `${formatKobo(sumOf(due))} to ${due.length === 1 ? 'one student' : `${due.length} students`}`
  return (
    <Form method="post" className="stack record" noValidate>
      <AccountField />
      <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
      <input
        type="hidden"
        name="seen"
        value={JSON.stringify(due.map(({ profile_id, available_kobo }) => ({ profile: profile_id, kobo: available_kobo })))}
      />
      {due
        .filter(({ profile_id }) => nameMismatches[profile_id])
        .map(({ profile_id, student }) => (
          <TickField
            key={profile_id}
            name="name_checked"
            value={profile_id}
            label={`The bank account of ${student} belongs to them`}
            hint={nameMismatches[profile_id]}
          />
        ))}
      <PasswordField
        label="Your own password"
        hint={`Everyone above is paid exactly this, or no one is.${
          paystack === 'live'
            ? ' Paystack sends real money at once.'
            : paystack
              ? ' No real money moves.'
              : ' You pay afterwards.'
        }`}
        error={rejection?.errors.password}
      />
      <p className="row">
        {paystack && (
          <button className="btn go" name="intent" value="transfer" disabled={isBusy}>
            {isBusy && formData?.get('intent') === 'transfer' ? 'Sending…' : `Pay ${payment} by Paystack`}
          </button>
        )}
        <button className={paystack ? 'btn' : 'btn go'} name="intent" value="confirm" disabled={isBusy}>
          {isBusy && formData?.get('intent') === 'confirm'
            ? 'Confirming…'
            : paystack
              ? 'Pay with a file for the bank'
              : `Confirm ${payment}`}
        </button>
      </p>
    </Form>
  )
}
