import { randomUUID } from 'node:crypto'
import { href, Form, Link } from 'react-router'
import { type ActionResult, sentences, rejectWith } from '#app/features/console/action-result.ts'
import { FormDetails } from '#app/features/console/form-details.tsx'
import { exportWithPassword } from '#app/features/accounts/export-with-password.server.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { recordBank } from '#app/features/money/commands.server.ts'
import { balancesAsCsv } from '#app/features/money/csv-files.server.ts'
import { ExportForm } from '#app/features/console/export-form.tsx'
import { MoneyTabs } from '#app/features/money/money-tabs.tsx'
import { accountLines, balanceSheet } from '#app/features/money/queries.server.ts'
import { bankForm } from '#app/features/money/schema.ts'
import { accounts, type AccountName, isAccount, kinds, shownBalance, signedKobo } from '#app/features/money/labels.ts'
import { checkForm, readForm, submittedValues } from '#app/platform/forms/form.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import { isDay } from '#app/platform/text/days.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { logFailure, orLog } from '#app/platform/log/failures.server.ts'
import { redirectWithToast } from '#app/platform/session/toast.server.ts'
import { dayInLagos, formatDay, formatMoment } from '#app/platform/text/dates.ts'
import { AccountField } from '#app/ui/account-field.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorSummary, TextField } from '#app/ui/field.tsx'
import type { Route } from './+types/books'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const { searchParams } = new URL(request.url)
  const today = dayInLagos(new Date())
  const asked = searchParams.get('day') ?? ''
  const day = isDay(asked) ? asked : today
  const named = searchParams.get('account') ?? undefined
  const account = isAccount(named) ? named : null
  const of = looksLikeUuid(searchParams.get('of') ?? '') ? searchParams.get('of') : null
  const before = Number(searchParams.get('before'))
  const [sheet, lines] = await Promise.all([
    balanceSheet(admin, day).catch(orLog('Could not read the balance sheet', null)),
    account
      ? accountLines(admin, account, of, Number.isSafeInteger(before) && before > 0 ? before : null).catch(
          orLog('Could not read the entries of a ledger account', null),
        )
      : null,
  ])
  return { day, today, sheet, account, of, lines, idempotencyKey: randomUUID() }
}

/** Records what the bank received or charged, or exports a file: a list of Money, or the balance sheet of a day. */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = requireAdmin(context)
  const form = await readForm(request, context)
  const submitted = submittedValues(form)
  const reject = rejectWith(submitted)
  try {
    const { intent, day } = submitted
    if (intent === 'balances' && isDay(day)) {
      return await exportWithPassword(context, admin, {
        form,
        content: 'a balance sheet',
        generate: (as) => balancesAsCsv(as, day),
      })
    }
    const { values, errors } = checkForm(bankForm, submitted)
    if (errors) {
      return reject(sentences.fields, 400, errors)
    }
    await recordBank(admin, values)
    return redirectWithToast(context, href('/admin/money/books'), { title: 'Recorded in the books' })
  } catch (error) {
    logFailure('Could not record a bank entry', error)
    return reject(sentences.failed, 502)
  }
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Books', description: 'Admin console.', index: false })

export default function Books({ loaderData, actionData }: Route.ComponentProps) {
  const { day, today, sheet, account, of, lines, idempotencyKey } = loaderData
  // Without a script, the export's rejection arrives here too.
  const rejection = actionData && 'errors' in actionData && !actionData.errors.password ? actionData : undefined
  return (
    <section className="stack admin-section">
      <MoneyTabs />
      <div className="row between">
        <h1>Books</h1>
        <Link className="btn" to={href('/admin/money/books/compare')}>
          Compare with a report
        </Link>
      </div>
      <Form className="find book-day" role="search">
        <p className="field">
          <label htmlFor="day">Balance sheet at the end of</label>
          <input id="day" name="day" type="date" max={today} defaultValue={day} />
        </p>
        <p>
          <button className="btn">Show</button>
        </p>
      </Form>
      {sheet ? (
        <Sheet sheet={sheet} day={day} />
      ) : (
        <EmptyState title="The balance sheet could not be loaded." hint="Nothing is lost; only the page is missing." />
      )}
      {account && <Lines account={account} of={of} lines={lines} />}
      <RecordBank idempotencyKey={idempotencyKey} result={rejection} />
      <section className="stack" aria-labelledby="files">
        <h2 id="files">Export CSV</h2>
        <ExportForm
          key={day}
          files={[{ action: href('/admin/money/books'), intent: 'balances', title: `the balance sheet of ${formatDay(day)}` }]}
          fields={{ day }}
        />
        <p>
          <Link to={`${href('/admin/money')}#accountant`}>The accountant’s workbook, by dates you choose</Link>
        </p>
        <p>
          <Link to={`${href('/admin/exports')}?file=sales&file=books&file=runs`}>All sales, lines of the books and payouts</Link>
        </p>
      </section>
    </section>
  )
}

function Sheet({ sheet, day }: { sheet: { account: string; balance_kobo: number }[]; day: string }) {
  const balance = (name: AccountName) => sheet.find(({ account }) => account === name)?.balance_kobo ?? 0
  const sum = sheet.reduce((all, { balance_kobo }) => all + balance_kobo, 0)
  return (
    <section className="stack" aria-label={`Balance sheet of ${formatDay(day)}`}>
      <table className="tbl num record">
        <thead>
          <tr>
            <th scope="col">Account</th>
            <th scope="col" className="end">
              {formatDay(day)}
            </th>
          </tr>
        </thead>
        <tbody>
          {Object.keys(accounts)
            .filter(isAccount)
            .map((name) => (
              <tr key={name}>
                <th scope="row">
                  <Link to={`${href('/admin/money/books')}?account=${name}`}>{accounts[name].label}</Link>
                </th>
                <td className="end">{shownBalance(name, balance(name))}</td>
              </tr>
            ))}
        </tbody>
      </table>
      <p className="small soft">
        {sum === 0
          ? 'It balances to the kobo: money held and fees paid equal money owed and earned.'
          : `It does not balance: ${signedKobo(sum)} too much. Tell the person who maintains Lamplight.`}{' '}
        Lamplight keeps {signedKobo(0 - balance('platform') - balance('fees'))} after fees.{' '}
        <Link to={`${href('/admin/money')}#balance`}>Balance over time</Link>
      </p>
    </section>
  )
}

type LinesProps = { account: AccountName; of: string | null; lines: Awaited<ReturnType<typeof accountLines>> | null }

function Lines({ account, of, lines }: LinesProps) {
  const student = of && lines?.rows[0]?.student
  return (
    <section className="stack" aria-labelledby="lines">
      <h2 id="lines">
        {accounts[account].label}
        {student && `: ${student}`}
      </h2>
      {of && (
        <nav className="tabs" aria-label="Accounts of the student">
          {(['waiting', 'available'] as const).map((name) => (
            <Link
              key={name}
              to={`${href('/admin/money/books')}?account=${name}&of=${of}`}
              aria-current={name === account || undefined}
            >
              {accounts[name].label}
            </Link>
          ))}
        </nav>
      )}
      {!lines ? (
        <EmptyState title="The lines could not be loaded." />
      ) : lines.rows.length === 0 ? (
        <EmptyState title="This account has no lines." />
      ) : (
        <ul className="lines">
          {lines.rows.map((line) => (
            <li key={line.id} data-row>
              <div>
                <p className="name">
                  {['sale', 'clearing', 'held', 'released', 'reversal'].includes(line.kind) ? (
                    <Link to={href('/admin/money/sales/:id', { id: line.subject })}>{line.title ?? kinds[line.kind]}</Link>
                  ) : (
                    (line.title ?? kinds[line.kind])
                  )}
                </p>
                <p className="small soft">
                  {[kinds[line.kind], formatMoment(line.booked_at), of ? '' : line.student, line.note]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              </div>
              <b className="num">{signedKobo(accounts[account].owed ? 0 - line.amount_kobo : line.amount_kobo)}</b>
            </li>
          ))}
        </ul>
      )}
      {lines?.next && (
        <p>
          <Link
            className="btn"
            to={`?${new URLSearchParams({ account, ...(of ? { of } : {}), before: String(lines.next) }).toString()}`}
          >
            Older lines
          </Link>
        </p>
      )}
    </section>
  )
}

function RecordBank({ idempotencyKey, result: input }: { idempotencyKey: string; result: ActionResult | undefined }) {
  return (
    <FormDetails className="card record" result={input}>
      <summary>
        <span>The bank account</span>
        <span>Record money or a charge</span>
      </summary>
      <Form method="post" className="stack" noValidate key={idempotencyKey}>
        <AccountField />
        <input type="hidden" name="idempotencyKey" value={input?.values.idempotencyKey ?? idempotencyKey} />
        <ErrorSummary error={input} />
        <p className="field">
          <label htmlFor="what">What happened</label>
          <select id="what" name="what" defaultValue={input?.values.what ?? 'settlement'}>
            <option value="settlement">The provider sent us money</option>
            <option value="bank_charge">The bank took a charge</option>
          </select>
        </p>
        <TextField
          label="Amount in naira"
          name="amount"
          inputMode="decimal"
          required
          defaultValue={input?.values.amount}
          error={input?.errors.amount}
        />
        <TextField
          label="Note"
          name="note"
          optional
          maxLength={300}
          defaultValue={input?.values.note}
          error={input?.errors.note}
        />
        <p>
          <button className="btn go" name="intent" value="bank">
            Record
          </button>
        </p>
      </Form>
    </FormDetails>
  )
}
