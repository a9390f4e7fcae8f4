import { data, Form, Link, redirect, useNavigation } from 'react-router'
import { useState } from 'react'
import { type ActionResult, actionResult, sentences } from '#app/features/console/action-result.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { recordSales, recordRefundSettlement, previewSales } from '#app/features/money/commands.server.ts'
import { type SubmittedSale, parsePaidAt } from '#app/features/money/csv-sales.server.ts'
import { MoneyTabs } from '#app/features/money/money-tabs.tsx'
import { MaterialField, type Sellable } from '#app/features/money/material-field.tsx'
import { moneyOverview } from '#app/features/money/queries.server.ts'
import { saleForm } from '#app/features/money/schema.ts'
import { providerName, providers } from '#app/features/money/labels.ts'
import { checkForm, readForm, submittedValues } from '#app/platform/forms/form.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { logFailure, orLog } from '#app/platform/process/failures.server.ts'
import { toastCookie } from '#app/platform/session/toast.server.ts'
import { dayInLagos, formatDay } from '#app/platform/text/dates.ts'
import { formatKobo } from '#app/platform/text/money.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorSummary, SelectField, TextField } from '#app/ui/field.tsx'
import type { Route } from './+types/money'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const overview = await moneyOverview(admin).catch(orLog('Could not read the open items of Money', null))
  return { overview, today: dayInLagos(new Date()) }
}

/** Records a sale entered by hand, or marks a refund as received by its buyer. */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = requireAdmin(context)
  const form = await readForm(request)
  const submitted = submittedValues(form)
  const reject = (text: string, status: number, errors: Record<string, string> = {}) =>
    data(actionResult(text, { values: submitted, errors }), { status })
  const done = (title: string, text?: string) =>
    redirect('/admin/money', { status: 303, headers: { 'set-cookie': toastCookie(context, { title, text, kind: 'good' }) } })
  try {
    if (submitted.intent === 'settled') {
      const outcome = looksLikeUuid(submitted.id ?? '') ? await recordRefundSettlement(admin, submitted.id ?? '') : 'gone'
      return outcome === 'ok' ? done('The buyer has the refund') : reject('Another admin has already recorded this.', 409)
    }
    const { values, errors } = checkForm(saleForm, submitted)
    if (errors) {
      return reject(sentences.fields, 400, errors)
    }
    const paid = values.paid ? parsePaidAt(values.paid) : new Date()
    if (!paid || dayInLagos(paid) > dayInLagos(new Date())) {
      return reject(sentences.fields, 400, { paid: 'Today or an earlier day' })
    }
    const sale: SubmittedSale = {
      provider: values.provider,
      reference: values.reference,
      product: values.title,
      link: null,
      material: null,
      gross: values.gross,
      fee: values.fee,
      currency: 'NGN',
      paid_at: paid.toISOString(),
    }
    if (values.fee !== null && values.fee > values.gross) {
      return reject(sentences.fields, 400, { fee: 'Not more than was paid' })
    }
    const [preview] = await previewSales(admin, [sale])
    if (preview?.outcome === 'duplicate') {
      return reject(sentences.fields, 409, { reference: 'This order is already recorded' })
    }
    if (preview?.outcome !== 'new') {
      return reject(sentences.fields, 400, {
        title: 'No material has this title, or more than one has. Choose one from the list',
      })
    }
    const { recorded } = await recordSales(admin, [{ ...sale, material: preview.material }], 'hand')
    return recorded === 1
      ? done('Sale recorded', preview.title ?? undefined)
      : reject(sentences.fields, 409, { reference: 'This order is already recorded' })
  } catch (error) {
    logFailure('Could not record a sale', error)
    return reject(sentences.failed, 502)
  }
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Money', description: 'Admin console.', index: false })

export default function Money({ loaderData: { overview, today }, actionData }: Route.ComponentProps) {
  return (
    <div className="stack admin-section">
      <MoneyTabs />
      <h1>Money</h1>
      {overview ? (
        <dl className="figures">
          <Figure to="/admin/money/queue" label="unmatched sales" value={overview.unmatched} />
          <Figure to="/admin/money#refunds" label="refunds to settle" value={overview.refunds} />
          <Figure to="/admin/money/payouts" label="payouts on their way" value={overview.on_way} />
          <Figure
            to="/admin/money/payouts"
            label={`can be paid, students: ${overview.payable}; the next run is on ${formatDay(overview.run_day)}`}
            value={formatKobo(overview.payable_kobo)}
          />
        </dl>
      ) : (
        <EmptyState title="Open items could not be loaded." hint="Nothing is lost. A sale can still be recorded." />
      )}
      <p className="small">
        <Link to="/admin/statistics">Sales, refund rate and views by week, day and material</Link>
      </p>
      <SaleByHand today={today} result={actionData} />
      {overview && overview.refunds_rows.length > 0 && (
        <section className="stack" aria-labelledby="refunds">
          <h2 id="refunds">Refunds to settle</h2>
          <p className="small soft">Refund the buyer at the provider, then tap here.</p>
          <ul className="lines">
            {overview.refunds_rows.map((row) => (
              <li key={row.id} data-row>
                <div>
                  <p className="name">
                    <Link to={`/admin/money/sales/${row.sale_id}`}>{row.title}</Link>
                  </p>
                  <p className="small soft">
                    {formatKobo(row.amount_kobo)} · order {row.order_reference} on {providerName(row.provider)} ·{' '}
                    {formatDay(row.written_at)}
                  </p>
                </div>
                <Form method="post" className="row aside" preventScrollReset>
                  <input type="hidden" name="id" value={row.id} />
                  <button className="btn" name="intent" value="settled">
                    The buyer has it
                  </button>
                </Form>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function Figure({ to, label, value }: { to: string; label: string; value: number | string }) {
  return (
    <div>
      <dt>
        <Link to={to}>{label}</Link>
      </dt>
      <dd>{value}</dd>
    </div>
  )
}

type Props = { today: string; result: ActionResult | undefined }

/** Form with four fields and a button. The price fills in the paid amount, which nearly always equals it. */
function SaleByHand({ today, result: input }: Props) {
  const { formMethod } = useNavigation()
  // A typed amount is never replaced.
  const [typed, setTyped] = useState(input?.values.gross ?? null)
  const [found, setFound] = useState<Sellable | null>(null)
  const values = input?.values ?? {}
  const errors = input?.errors ?? {}
  return (
    <section className="stack" aria-labelledby="by-hand">
      <div className="row between">
        <h2 id="by-hand">Record a sale</h2>
        <Link className="btn" to="/admin/money/sales/import">
          From a file
        </Link>
      </div>
      <ErrorSummary error={input} />
      <Form method="post" className="stack record" noValidate>
        <MaterialField label="Material" required defaultValue={values.title} error={errors.title} onFound={setFound} />
        <TextField
          label="Paid, in naira"
          name="gross"
          inputMode="decimal"
          required
          value={typed ?? (found ? String(found.price) : '')}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          error={errors.gross}
        />
        <TextField
          label="Order reference"
          name="reference"
          autoComplete="off"
          required
          defaultValue={values.reference}
          error={errors.reference}
        />
        <details open={Boolean(errors.paid ?? errors.fee ?? errors.provider) || undefined}>
          <summary>
            <span>Paid today on Selar</span> <span>Another day, provider or fee</span>
          </summary>
          <div className="stack">
            <TextField
              label="Paid on"
              name="paid"
              type="date"
              max={today}
              defaultValue={values.paid ?? today}
              error={errors.paid}
            />
            <SelectField
              label="Provider"
              name="provider"
              options={providers}
              defaultValue={values.provider ?? 'selar'}
              error={errors.provider}
            />
            <TextField
              label="Fee, in naira"
              name="fee"
              inputMode="decimal"
              optional
              hint="Left empty, it is estimated by the rule."
              defaultValue={values.fee}
              error={errors.fee}
            />
          </div>
        </details>
        <p>
          <button className="btn go" name="intent" value="sale" disabled={formMethod === 'POST'}>
            {formMethod === 'POST' ? 'Recording…' : 'Record sale'}
          </button>
        </p>
      </Form>
    </section>
  )
}
