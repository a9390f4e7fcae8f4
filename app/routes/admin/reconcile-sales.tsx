import { href, data, Form } from 'react-router'
import * as v from 'valibot'
import { type ActionResult, actionResult, sentences } from '#app/features/console/action-result.ts'
import { exportWithPassword } from '#app/features/accounts/export-with-password.server.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { compareSales, type Comparison } from '#app/features/money/reconcile-csv.ts'
import { comparisonAsCsv } from '#app/features/money/csv-files.server.ts'
import { getChoiceValues, readChoices, readSales } from '#app/features/money/csv-sales.server.ts'
import { columnKinds } from '#app/features/money/sales-columns.server.ts'
import { Download, ExportForm, useExportWithoutScript } from '#app/features/console/export-form.tsx'
import { MoneyTabs } from '#app/features/money/money-tabs.tsx'
import { rememberedColumns, providerSales } from '#app/features/money/queries.server.ts'
import { type ChosenFile, SalesFileForm } from '#app/features/money/sales-file-form.tsx'
import { shownComparison } from '#app/features/money/schema.ts'
import { providerName, providers, signedKobo } from '#app/features/money/labels.ts'
import { readForm, submittedValues } from '#app/platform/forms/form.server.ts'
import { readCsv } from '#app/platform/lists/csv.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { logFailure } from '#app/platform/log/failures.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { dayInLagos, formatDay } from '#app/platform/text/dates.ts'
import { isDay } from '#app/platform/text/days.ts'
import { formatKobo } from '#app/platform/text/money.ts'
import { AccountField } from '#app/ui/account-field.tsx'
import { ErrorSummary, TextArea, TextField } from '#app/ui/field.tsx'
import type { Route } from './+types/reconcile-sales'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export function loader({ context }: Route.LoaderArgs) {
  requireAdmin(context)
  return {
    today: dayInLagos(new Date()),
    kinds: columnKinds.map(({ kind, label, needed }) => ({ kind, label, needed })),
  }
}

/** Compares a provider's report with the books without changing anything, or exports a comparison that was shown. */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = requireAdmin(context)
  const form = await readForm(request, context)
  const values = submittedValues(form)
  const reject = (errors: Record<string, string>) => data(actionResult(sentences.fields, { values, errors }), { status: 400 })
  const provider = providers.find(({ value }) => value === values.provider)?.value ?? 'selar'
  if (values.intent === 'comparison') {
    return comparisonFile(context, admin, form)
  }
  const { since, until } = values
  if (!isDay(since) || !isDay(until) || since > until) {
    return reject({ until: 'Two days, the earlier one first' })
  }
  const input = form.get('file')
  const chosenFile = input instanceof File && input.size > 0 ? input : null
  const field = chosenFile || !values.csv ? 'file' : 'csv'
  const bytes = chosenFile ? await chosenFile.bytes() : new TextEncoder().encode(values.csv ?? '')
  const csv = readCsv(bytes)
  if ('fault' in csv) {
    return reject({ [field]: csv.fault })
  }
  try {
    const choices = readChoices(values)
    const file = readSales(csv.rows, provider, choices, await rememberedColumns(admin, provider))
    if ('fault' in file) {
      return reject({ [field]: file.fault })
    }
    const { header, first, columns, missing, reading } = file
    const text = new TextDecoder(csv.guessed ? 'windows-1252' : 'utf-8').decode(bytes)
    const chosen: ChosenFile = { provider, text, header, first, columns, missing, reading, chosen: getChoiceValues(values) }
    const asked = { chosen, provider, since, until }
    if (missing.length > 0 || file.isUnclear) {
      return asked
    }
    const after = dayInLagos(new Date(Date.parse(`${until}T12:00:00Z`) + 24 * 3_600_000))
    const books = await providerSales(admin, provider, since, after)
    // A refund is entered on its sale. A refunded payment that never was a sale is not missing in the books.
    const known = new Set(books.map(({ order_reference }) => order_reference.toLowerCase()))
    const refunded = new Map(
      file.leftOut.flatMap(({ refunded: sale }) => {
        const reference = sale?.reference.toLowerCase() ?? ''
        return sale && known.has(reference) ? [[reference, sale] as const] : []
      }),
    )
    const sales = [...file.sales.map(({ sale }) => sale), ...refunded.values()]
    const within = sales.filter(({ currency, paid_at }) => {
      const day = dayInLagos(new Date(paid_at))
      return currency === 'NGN' && day >= since && day <= until
    })
    const left = file.wrong.length + file.leftOut.length - refunded.size + sales.length - within.length
    return { ...asked, comparison: compareSales(within, books), left }
  } catch (error) {
    logFailure('Could not compare a report', error)
    return data(actionResult(sentences.failed, { values }), { status: 502 })
  }
}

/** Returns the shown comparison as a file, after checking the admin's password. */
async function comparisonFile(context: Route.ActionArgs['context'], admin: CurrentUser, form: FormData) {
  const shown = v.safeParse(shownComparison, form.get('comparison'))
  if (!shown.success) {
    return data(actionResult('Compare them again, then take the file.', {}), { status: 400 })
  }
  return exportWithPassword(context, admin, {
    form,
    content: 'a comparison',
    generate: (as) => comparisonAsCsv(as, shown.output),
  })
}

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Compare with a report', description: 'Admin console.', index: false })

export default function CompareSales({ loaderData: { today, kinds }, actionData }: Route.ComponentProps) {
  const found = actionData && 'comparison' in actionData ? actionData : null
  // Without a script, the page after an export has no comparison.
  const exported = useExportWithoutScript()
  const asked = actionData && 'chosen' in actionData ? actionData : null
  const rejection: ActionResult | null = actionData && 'errors' in actionData ? actionData : null
  return (
    <section className="stack admin-section">
      <MoneyTabs />
      <h1>Compare with a report</h1>
      {exported && 'file' in exported && (
        <p>
          <Download file={exported.file} />
        </p>
      )}
      {found && (
        <Found
          title={`${providerName(found.provider)}, ${formatDay(found.since)} to ${formatDay(found.until)}`}
          comparison={found.comparison}
          left={
            found.left > 0
              ? `${found.left} lines of the report were left out: they are outside these days, not paid, not in naira or cannot be read.`
              : ''
          }
        />
      )}
      {asked && (
        <Form method="post" encType="multipart/form-data" className="stack record">
          <AccountField />
          <input type="hidden" name="since" value={asked.since} />
          <input type="hidden" name="until" value={asked.until} />
          <SalesFileForm file={asked.chosen} kinds={kinds} isOpen={asked.chosen.missing.length > 0} />
          <p>
            <button className={found ? 'btn' : 'btn go'}>Read it like this</button>
          </p>
        </Form>
      )}
      <ErrorSummary error={rejection} />
      <Form method="post" encType="multipart/form-data" className="stack record" noValidate>
        <AccountField />
        <p className="field">
          <label htmlFor="provider">Report of</label>
          <select id="provider" name="provider" defaultValue={rejection?.values.provider ?? 'selar'}>
            {providers.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </p>
        <TextField
          label="From"
          name="since"
          type="date"
          max={today}
          defaultValue={rejection?.values.since ?? `${today.slice(0, 8)}01`}
        />
        <TextField
          label="To"
          name="until"
          type="date"
          max={today}
          defaultValue={rejection?.values.until ?? today}
          error={rejection?.errors.until}
        />
        <TextField label="CSV file" name="file" type="file" accept=".csv,text/csv,text/plain" error={rejection?.errors.file} />
        <TextArea
          label="Or paste its lines"
          name="csv"
          rows={5}
          defaultValue={rejection?.values.csv}
          error={rejection?.errors.csv}
        />
        <p>
          <button className="btn go">Compare</button>
        </p>
      </Form>
    </section>
  )
}

function Found({ title, left, comparison }: { title: string; left: string; comparison: Comparison }) {
  const { reported, booked, difference, missing, unknown, repeated, unlike } = comparison
  return (
    <section className="stack" aria-labelledby="found">
      <h2 id="found">{title}</h2>
      <p>
        {difference === 0 && missing.length + unknown.length + repeated.length + unlike.length === 0
          ? `They agree to the kobo: ${reported.count} sales, ${formatKobo(reported.kobo)}.`
          : `The report has ${reported.count} sales and ${formatKobo(reported.kobo)}, the books ${booked.count} and ${formatKobo(booked.kobo)}. The difference is ${signedKobo(difference)}.`}
      </p>
      {left && <p className="small soft">{left}</p>}
      <Differences
        title="In the report, not in the books"
        rows={missing.map(({ reference, title: of, kobo }) => ({ reference, of, says: formatKobo(kobo) }))}
      />
      <Differences
        title="In the books, not in the report"
        rows={unknown.map(({ reference, title: of, kobo }) => ({ reference, of, says: formatKobo(kobo) }))}
      />
      <Differences
        title="Duplicates in the report"
        rows={repeated.map(({ reference, title: of, kobo }, at) => ({
          id: `${reference} ${at}`,
          reference,
          of,
          says: formatKobo(kobo),
        }))}
      />
      <Differences
        title="With a different amount"
        rows={unlike.map((sale) => ({
          reference: sale.reference,
          of: sale.title,
          says: `${formatKobo(sale.reported)} in the report, ${formatKobo(sale.booked)} in the books`,
        }))}
      />
      <ExportForm
        files={[{ action: href('/admin/money/books/compare'), intent: 'comparison', title: 'the comparison' }]}
        fields={{ comparison: JSON.stringify(comparison) }}
      />
    </section>
  )
}

function Differences({ title, rows }: { title: string; rows: { id?: string; reference: string; of: string; says: string }[] }) {
  if (rows.length === 0) {
    return null
  }
  return (
    <details className="long" open>
      <summary>
        <b>
          {title}: {rows.length}
        </b>
      </summary>
      <ul className="lines">
        {rows.slice(0, 200).map(({ id, reference, of, says }) => (
          <li key={id ?? reference}>
            <div>
              <p className="name">{of}</p>
              <p className="small soft">
                {reference} · {says}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {rows.length > 200 && <p className="small soft">And {rows.length - 200} more.</p>}
    </details>
  )
}
