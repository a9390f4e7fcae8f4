import { href, Form } from 'react-router'
import { type ActionResult, sentences, rejectWith } from '#app/features/console/action-result.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { previewSales, resolveUnmatchedSale } from '#app/features/money/commands.server.ts'
import { MoneyTabs } from '#app/features/money/money-tabs.tsx'
import { MaterialField } from '#app/features/money/material-field.tsx'
import { unmatchedProduct, unmatchedSales } from '#app/features/money/queries.server.ts'
import { addressOfRule } from '#app/features/money/product-rule-address.ts'
import { resolveForm } from '#app/features/money/schema.ts'
import { providerName, sources } from '#app/features/money/labels.ts'
import { checkForm, readForm, submittedValues } from '#app/platform/forms/form.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { logFailure, orLog } from '#app/platform/log/failures.server.ts'
import { redirectWithToast } from '#app/platform/session/toast.server.ts'
import { formatDay } from '#app/platform/text/dates.ts'
import { formatPaid } from '#app/platform/text/money.ts'
import { AccountField } from '#app/ui/account-field.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorSummary, TextField, TickField } from '#app/ui/field.tsx'
import type { Route } from './+types/sales-queue'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  return { sales: await unmatchedSales(admin).catch(orLog('Could not list unmatched sales', null)) }
}

/** Assigns a sale to a material or marks it as not ours, and remembers that for its product name if asked to. */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = requireAdmin(context)
  const submitted = submittedValues(await readForm(request, context))
  const reject = rejectWith(submitted)
  const done = (title: string, undo?: string) =>
    redirectWithToast(context, href('/admin/money/queue'), { title, ...(undo ? { text: 'The name is remembered.', undo } : {}) })
  try {
    const { values, errors } = checkForm(resolveForm, submitted)
    if (errors) {
      return reject(sentences.fields, 400, errors)
    }
    if (!looksLikeUuid(submitted.id ?? '')) {
      return reject(sentences.gone, 400)
    }
    let material: string | null = null
    if (submitted.intent !== 'not_ours') {
      const [found] = await previewSales(admin, [
        {
          provider: 'other',
          reference: `looking for ${submitted.id}`,
          product: values.title,
          link: null,
          material: null,
          gross: 1,
          fee: null,
          currency: 'NGN',
          paid_at: new Date().toISOString(),
        },
      ])
      material = found?.outcome === 'new' ? found.material : null
      if (!material) {
        return reject(sentences.fields, 400, { title: 'No material has this title. Choose one from the list' })
      }
    }
    const product = values.remember ? await unmatchedProduct(admin, submitted.id ?? '') : null
    const settled = await resolveUnmatchedSale(admin, submitted.id ?? '', material, values.remember, values.naira)
    if (settled === 0) {
      return reject(material ? `${sentences.settled} If not, it needs an amount in naira.` : sentences.settled, 409)
    }
    return done(settled === 1 ? 'Settled' : `${settled} sales are settled`, product ? addressOfRule(product) : undefined)
  } catch (error) {
    logFailure('Could not resolve an unmatched sale', error)
    return reject(sentences.failed, 502)
  }
}

/** Revalidates also after a rejection, because the list has changed. */
export const shouldRevalidate = () => true

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Unmatched sales', description: 'Admin console.', index: false })

export default function SalesQueue({ loaderData: { sales }, actionData }: Route.ComponentProps) {
  return (
    <section className="stack admin-section">
      <MoneyTabs />
      <h1>Unmatched sales</h1>
      <ErrorSummary error={actionData} />
      {!sales ? (
        <EmptyState title="The queue could not be loaded." hint="Nothing is lost; only the list is missing." />
      ) : sales.length === 0 ? (
        <EmptyState title="Nothing waits here." hint="Sales whose product name matches no material appear here." />
      ) : (
        <ul className="lines">
          {sales.map((sale) => (
            <li key={sale.id} data-row>
              <div className="wide-line">
                <p className="name">{sale.product || 'No name'}</p>
                <p className="small soft">
                  {formatPaid(sale.gross_kobo, sale.currency)} · paid {formatDay(sale.paid_at)} · order {sale.order_reference} on{' '}
                  {providerName(sale.provider)}, {sources[sale.source]}
                </p>
              </div>
              <Settle
                id={sale.id}
                isForeign={sale.currency !== 'NGN'}
                result={actionData?.values.id === sale.id ? actionData : undefined}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Settle({ id, isForeign, result: input }: { id: string; isForeign: boolean; result: ActionResult | undefined }) {
  return (
    <Form method="post" className="stack wide-line record" noValidate preventScrollReset>
      <AccountField />
      <input type="hidden" name="id" value={id} />
      <MaterialField label="Material that was sold" defaultValue={input?.values.title} error={input?.errors.title} />
      {isForeign && (
        <TextField
          label="Amount, in naira"
          name="naira"
          inputMode="decimal"
          defaultValue={input?.values.naira}
          error={input?.errors.naira}
        />
      )}
      <TickField
        label="Remember this name for this product"
        hint="For all sales with this name, now and later. The choice is listed under Product rules."
        name="remember"
        defaultChecked={input?.values.remember === 'on'}
      />
      <p className="row">
        <button className="btn go" name="intent" value="settle">
          Record sale
        </button>
        <button className="btn bare no" name="intent" value="not_ours">
          Not our product
        </button>
      </p>
    </Form>
  )
}
