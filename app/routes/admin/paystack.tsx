import { href, Form, Link } from 'react-router'
import * as v from 'valibot'
import { type ActionResult, sentences, rejectWith } from '#app/features/console/action-result.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import {
  type PaystackDiscrepancy,
  paystackReconciliation,
  resolveDiscrepancy,
} from '#app/features/money/reconciliation.server.ts'
import { describeDiscrepancy, getRecord, whatToDo } from '#app/features/money/discrepancies.ts'
import { MoneyTabs } from '#app/features/money/money-tabs.tsx'
import { filled, lines } from '#app/platform/forms/fields.ts'
import { checkForm, readForm, submittedValues } from '#app/platform/forms/form.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { orUnavailable } from '#app/platform/pages/unavailable.server.ts'
import { siteContext } from '#app/services/site.server.ts'
import { logFailure } from '#app/platform/log/failures.server.ts'
import { redirectWithToast } from '#app/platform/session/toast.server.ts'
import { formatDay, formatMoment } from '#app/platform/text/dates.ts'
import { AccountField } from '#app/ui/account-field.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorSummary, TextField } from '#app/ui/field.tsx'
import type { Route } from './+types/paystack'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const comparison = await orUnavailable(context, paystackReconciliation(admin))
  return { ...comparison, isOn: context.get(siteContext).transfers !== null }
}

const resolveForm = v.object({ words: filled(lines(500), 'Say what it was, or what you did about it') })

/** Reconciles now instead of at night (`compare`), or resolves a discrepancy with a note (`settle`). */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = requireAdmin(context)
  const submitted = submittedValues(await readForm(request, context))
  const reject = rejectWith(submitted)
  const done = (title: string, text?: string) => redirectWithToast(context, href('/admin/money/paystack'), { title, text })
  try {
    if (submitted.intent === 'compare') {
      const open = await context.get(siteContext).transfers?.compare()
      return open === undefined || open === 'away'
        ? reject('Paystack did not respond. Try again in a minute; it is reconciled automatically each night.', 502)
        : done('Reconciled', open === 0 ? 'There are no open discrepancies.' : undefined)
    }
    const { values, errors } = checkForm(resolveForm, submitted)
    if (errors) {
      return reject(sentences.fields, 400, errors)
    }
    return looksLikeUuid(submitted.id ?? '') && (await resolveDiscrepancy(admin, submitted.id ?? '', values.words))
      ? done('Settled')
      : reject('It is already resolved.', 409)
  } catch (error) {
    logFailure('Could not reconcile with Paystack or resolve a discrepancy', error)
    return reject(sentences.failed, 502)
  }
}

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Paystack discrepancies', description: 'Admin console.', index: false })

export default function Paystack({ loaderData: { last, open, settled, isOn }, actionData }: Route.ComponentProps) {
  return (
    <section className="stack admin-section">
      <MoneyTabs />
      <h1>Paystack discrepancies</h1>
      <p className="soft">
        {last
          ? `Last reconciled ${formatMoment(last.done_at)}: ${last.payments} payments and ${last.transfers} transfers.`
          : 'Not reconciled yet.'}{' '}
        {isOn ? 'It is done each night from three o’clock on.' : 'Paystack is off.'}
      </p>
      <ErrorSummary error={actionData} />
      {isOn && (
        <Form method="post">
          <AccountField />
          <button className="btn" name="intent" value="compare">
            Reconcile now
          </button>
        </Form>
      )}
      {open.length === 0 ? (
        <EmptyState
          title="No open discrepancies."
          hint="Paystack’s lists match the books and orders, or an admin resolved the differences."
        />
      ) : (
        <ul className="lines">
          {open.map((row) => (
            <Open key={row.id} row={row} result={actionData?.values.id === row.id ? actionData : undefined} />
          ))}
        </ul>
      )}
      {settled.length > 0 && (
        <section className="stack" aria-labelledby="settled">
          <h2 id="settled">Resolved</h2>
          <ul className="lines">
            {settled.map((row) => (
              <li key={row.id} data-row>
                <div>
                  <p>{describeDiscrepancy(row)}</p>
                  <p className="small soft">
                    {row.gone_at
                      ? `resolved automatically ${formatDay(row.gone_at)}`
                      : `settled ${formatDay(row.settled_at ?? '')}`}
                    {row.note ? ` · ${row.note}` : ''}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
    </section>
  )
}

function Open({ row, result: input }: { row: PaystackDiscrepancy; result: ActionResult | undefined }) {
  const record = getRecord(row.kind, row.subject)
  return (
    <li data-row>
      <div>
        <p className="name">{record ? <Link to={record}>{describeDiscrepancy(row)}</Link> : describeDiscrepancy(row)}</p>
        <p className="small soft">
          {formatDay(row.happened_at)} · {whatToDo(row.kind)}
        </p>
      </div>
      <Form method="post" className="find wide-line" noValidate preventScrollReset>
        <AccountField />
        <input type="hidden" name="id" value={row.id} />
        <TextField
          label="What was it, or what did you do?"
          name="words"
          maxLength={500}
          defaultValue={input?.values.words}
          error={input?.errors.words}
        />
        <button className="btn" name="intent" value="settle">
          Settled
        </button>
      </Form>
    </li>
  )
}
