import { href, data, Form } from 'react-router'
import { actionResult, sentences } from '#app/features/console/action-result.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { deleteProductRule } from '#app/features/money/commands.server.ts'
import { providerName } from '#app/features/money/labels.ts'
import { MoneyTabs } from '#app/features/money/money-tabs.tsx'
import { productRules } from '#app/features/money/queries.server.ts'
import { productForm } from '#app/features/money/schema.ts'
import { checkForm, readForm, submittedValues } from '#app/platform/forms/form.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { logFailure, orLog } from '#app/platform/log/failures.server.ts'
import { redirectWithToast } from '#app/platform/session/toast.server.ts'
import { formatDay } from '#app/platform/text/dates.ts'
import { AccountField } from '#app/ui/account-field.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorSummary } from '#app/ui/field.tsx'
import type { Route } from './+types/product-rules'

export async function loader({ context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  return { rules: await productRules(admin).catch(orLog('Could not list the product rules', null)) }
}

/** Deletes a product rule: the one of the form, or that of the address, to which a message's Undo posts. */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = requireAdmin(context)
  const submitted = submittedValues(await readForm(request, context))
  const { searchParams } = new URL(request.url)
  const named = submitted.intent === 'undo' ? Object.fromEntries(searchParams) : submitted
  const { values, errors } = checkForm(productForm, named)
  if (errors) {
    return data(actionResult(sentences.gone), { status: 400 })
  }
  try {
    await deleteProductRule(admin, values.provider, values.words)
  } catch (error) {
    logFailure('Could not delete a product rule', error)
    return data(actionResult(sentences.failed), { status: 502 })
  }
  return redirectWithToast(context, href('/admin/money/products'), {
    title: 'Rule deleted',
    text: 'The next sale with this name waits under Unmatched sales. Recorded sales stay as they are.',
  })
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Product rules', description: 'Admin console.', index: false })

export default function ProductRules({ loaderData: { rules }, actionData }: Route.ComponentProps) {
  return (
    <section className="stack admin-section">
      <MoneyTabs />
      <h1>Product rules</h1>
      <p className="small soft">Product names of a provider that an admin matched and asked to remember.</p>
      <ErrorSummary error={actionData} />
      {!rules ? (
        <EmptyState title="The rules could not be loaded." hint="Nothing is lost; only the list is missing." />
      ) : rules.length === 0 ? (
        <EmptyState
          title="No name is remembered."
          hint="Under Unmatched sales, tick “Remember this name for this product” when you record a sale."
        />
      ) : (
        <ul className="lines">
          {rules.map(({ provider, product_words, material, created_at }) => (
            <li key={`${provider} ${product_words}`} data-row>
              <div>
                <p>“{product_words}”</p>
                <p className="small soft">
                  on {providerName(provider)} is {material ? material.title : 'not our product'} · since {formatDay(created_at)}
                </p>
              </div>
              <Form method="post" className="row aside">
                <AccountField />
                <input type="hidden" name="provider" value={provider} />
                <input type="hidden" name="words" value={product_words} />
                <button className="btn bare no" name="intent" value="forget">
                  Delete rule
                </button>
              </Form>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
