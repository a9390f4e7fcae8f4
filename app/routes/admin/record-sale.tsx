import { randomUUID } from 'node:crypto'
import { href, Form, Link, useLocation, useNavigation } from 'react-router'
import { useState } from 'react'
import { type ActionResult, sentences, rejectWith } from '#app/features/console/action-result.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { previewSales, recordSales } from '#app/features/money/commands.server.ts'
import type { SubmittedSale } from '#app/features/money/csv-sales.server.ts'
import { parsePaidAt } from '#app/features/money/csv-values.server.ts'
import { MoneyTabs } from '#app/features/money/money-tabs.tsx'
import type { Work } from '#app/features/console/works.ts'
import { MaterialField } from '#app/features/money/material-field.tsx'
import { saleForm } from '#app/features/money/schema.ts'
import { providers } from '#app/features/money/labels.ts'
import { checkForm, readForm, submittedValues } from '#app/platform/forms/form.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { logFailure } from '#app/platform/log/failures.server.ts'
import { redirectWithToast } from '#app/platform/session/toast.server.ts'
import { dayInLagos } from '#app/platform/text/dates.ts'
import { AccountField } from '#app/ui/account-field.tsx'
import { ErrorSummary, SelectField, TextField } from '#app/ui/field.tsx'
import type { Route } from './+types/record-sale'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export function loader({ context }: Route.LoaderArgs) {
  requireAdmin(context)
  return { today: dayInLagos(new Date()), idempotencyKey: randomUUID() }
}

/** Records a sale entered by hand. */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = requireAdmin(context)
  const submitted = submittedValues(await readForm(request, context))
  const reject = rejectWith(submitted)
  try {
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
      // Cash and bank transfers have no fee.
      fee: values.fee ?? (values.provider === 'other' ? 0 : null),
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
      ? redirectWithToast(context, href('/admin/money/sales/new'), { title: 'Sale recorded', text: preview.title ?? undefined })
      : reject(sentences.fields, 409, { reference: 'This order is already recorded' })
  } catch (error) {
    logFailure('Could not record a sale', error)
    return reject(sentences.failed, 502)
  }
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Record sale', description: 'Admin console.', index: false })

export default function RecordSale({ loaderData, actionData }: Route.ComponentProps) {
  const { key } = useLocation()
  return (
    <section className="stack admin-section">
      <MoneyTabs />
      <div className="row between">
        <h1>Record sale</h1>
        <Link className="btn" to={href('/admin/money/sales/import')}>
          Import CSV
        </Link>
      </div>
      {/* After a sale the fields are empty, for the next one. */}
      <SaleForm key={key} {...loaderData} result={actionData} />
    </section>
  )
}

type Props = { today: string; idempotencyKey: string; result: ActionResult | undefined }

/** Form with four fields and a button. The price fills in the paid amount, which nearly always equals it. */
function SaleForm({ today, idempotencyKey, result: input }: Props) {
  const { formMethod } = useNavigation()
  // A typed amount is never replaced.
  const [typed, setTyped] = useState(input?.values.gross ?? null)
  const [found, setFound] = useState<Work | null>(null)
  const values = input?.values ?? {}
  const errors = input?.errors ?? {}
  return (
    <>
      <ErrorSummary error={input} />
      <Form method="post" className="stack record" noValidate>
        <AccountField />
        <input type="hidden" name="idempotencyKey" value={values.idempotencyKey ?? idempotencyKey} />
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
          hint="Cash has none: leave it empty, and choose cash below."
          defaultValue={values.reference}
          error={errors.reference}
        />
        <details open={input !== undefined || undefined}>
          <summary>
            <span>Paid today on Selar?</span> <span>Another day, cash, provider or fee</span>
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
              hint="Left empty, the fee of Selar or Paystack is estimated. Cash and bank transfers have no fee."
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
    </>
  )
}
