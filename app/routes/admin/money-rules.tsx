import { PasswordField } from '#app/features/console/password-field.tsx'
import { href, Form } from 'react-router'
import { withPasswordAgain } from '#app/features/accounts/confirm-password.server.ts'
import { sentences, rejectWith } from '#app/features/console/action-result.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { changeRules } from '#app/features/money/commands.server.ts'
import { MoneyTabs } from '#app/features/money/money-tabs.tsx'
import { ruleHistory } from '#app/features/money/queries.server.ts'
import { rulesForm } from '#app/features/money/schema.ts'
import { weekdayName, weekdays } from '#app/features/money/labels.ts'
import { checkForm, readForm, submittedValues } from '#app/platform/forms/form.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { logFailure, orLog } from '#app/platform/log/failures.server.ts'
import { redirectWithToast } from '#app/platform/session/toast.server.ts'
import { formatMoment } from '#app/platform/text/dates.ts'
import { formatKobo } from '#app/platform/text/money.ts'
import { AccountField } from '#app/ui/account-field.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorSummary, TextField } from '#app/ui/field.tsx'
import type { Route } from './+types/money-rules'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  return { rules: await ruleHistory(admin).catch(orLog('Could not read the rules of money', null)) }
}

/** Changes the rules for future sales, after checking the admin's password. */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = requireAdmin(context)
  const form = await readForm(request, context)
  const submitted = submittedValues(form)
  const reject = rejectWith(submitted)
  const { values, errors } = checkForm(rulesForm, submitted)
  if (errors) {
    return reject(sentences.fields, 400, errors)
  }
  try {
    const outcome = await withPasswordAgain(context, admin.email, form.get('password'), (client) =>
      changeRules({ client }, values),
    )
    if ('rejection' in outcome) {
      return reject(sentences.fields, outcome.status, { password: outcome.rejection })
    }
    if (outcome.done === 'changed') {
      return reject('The rules were changed after you opened this. Check them, then change them again.', 409)
    }
    return redirectWithToast(context, href('/admin/money/rules'), {
      title: outcome.done === 'same' ? 'The rules are like that already' : 'The rules apply from now on',
    })
  } catch (error) {
    logFailure('Could not change the rules of money', error)
    return reject(sentences.failed, 502)
  }
}

/** Revalidates also after a rejection, because the rules may have changed. */
export const shouldRevalidate = () => true

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Money rules', description: 'Admin console.', index: false })

export default function MoneyRules({ loaderData: { rules }, actionData }: Route.ComponentProps) {
  const present = rules?.[0]
  if (!rules || !present) {
    return (
      <section className="stack admin-section">
        <MoneyTabs />
        <EmptyState title="The rules could not be loaded." hint="They still apply." />
      </section>
    )
  }
  const values = actionData?.values ?? {}
  const errors = actionData?.errors ?? {}
  return (
    <section className="stack admin-section">
      <MoneyTabs />
      <h1>Money rules</h1>
      <p className="soft">
        Students read them on their statement and on the pages that explain payouts. A change applies from now on: a sale keeps
        the rule of the time when it was paid.
      </p>
      <ErrorSummary error={actionData} />
      <Form method="post" className="stack record" noValidate key={present.id}>
        <AccountField />
        <input type="hidden" name="seen" value={present.id} />
        <TextField
          label="Days in which a buyer may ask for a refund"
          name="refund_days"
          inputMode="numeric"
          required
          defaultValue={values.refund_days ?? String(present.refund_days)}
          error={errors.refund_days}
        />
        <TextField
          label="Minimum payout, in naira"
          name="minimum"
          inputMode="decimal"
          required
          defaultValue={values.minimum ?? String(present.minimum_kobo / 100)}
          error={errors.minimum}
        />
        <p className="field">
          <label htmlFor="run_weekday">Payouts are made on</label>
          <select id="run_weekday" name="run_weekday" defaultValue={values.run_weekday ?? String(present.run_weekday)}>
            {weekdays.map((name, at) => (
              <option key={name} value={at + 1}>
                {name}s
              </option>
            ))}
          </select>
        </p>
        <TextField
          label="Hours without payouts after a change of bank details"
          name="hold_hours"
          inputMode="numeric"
          required
          defaultValue={values.hold_hours ?? String(present.hold_hours)}
          error={errors.hold_hours}
        />
        <TextField
          label="The student’s share of each sale, in percent"
          name="share_percent"
          inputMode="numeric"
          required
          hint="Shown on the site, and offered at approval. An approved work keeps the share that was agreed."
          defaultValue={values.share_percent ?? String(present.share_percent)}
          error={errors.share_percent}
        />
        <TextField
          label="A class rep’s part of the price, in percent"
          name="rep_percent"
          inputMode="numeric"
          required
          hint="Of what a buyer pays who came by the rep’s link, from Lamplight’s part."
          defaultValue={values.rep_percent ?? String(present.rep_percent)}
          error={errors.rep_percent}
        />
        <p className="field">
          <label htmlFor="share_basis">The share is counted from</label>
          <select id="share_basis" name="share_basis" defaultValue={values.share_basis ?? present.share_basis}>
            <option value="gross">the whole price</option>
            <option value="net">the price less the provider’s fee</option>
          </select>
        </p>
        <TextField
          label="The provider’s fee, in percent"
          name="fee_percent"
          inputMode="decimal"
          required
          hint="For sales without a reported fee."
          defaultValue={values.fee_percent ?? String(present.fee_hundredths / 100)}
          error={errors.fee_percent}
        />
        <TextField
          label="Plus a fixed fee per sale, in naira"
          name="fee_fixed"
          inputMode="decimal"
          required
          defaultValue={values.fee_fixed ?? String(present.fee_fixed_kobo / 100)}
          error={errors.fee_fixed}
        />
        <TextField
          label="VAT in the price, in percent"
          name="vat_percent"
          inputMode="decimal"
          required
          hint="0 while Lamplight charges none; 7.5 in Nigeria. Receipts and the accountant’s export name it. Prices and shares stay the same."
          defaultValue={values.vat_percent ?? String(present.vat_hundredths / 100)}
          error={errors.vat_percent}
        />
        <PasswordField label="Your own password" error={errors.password} />
        <p>
          <button className="btn go">Apply from now on</button>
        </p>
      </Form>
      <section className="stack" aria-labelledby="history">
        <h2 id="history">History</h2>
        <ul className="lines">
          {rules.map((rule) => (
            <li key={rule.id}>
              <div>
                <p>From {formatMoment(rule.valid_from)}</p>
                <p className="small soft">
                  {rule.refund_days} days to refund · at least {formatKobo(rule.minimum_kobo)} · {weekdayName(rule.run_weekday)}s
                  · {rule.hold_hours} hours’ hold · {rule.share_percent} %{' '}
                  {rule.share_basis === 'net' ? 'of the price less the fee' : 'of the whole price'} · class reps{' '}
                  {rule.rep_percent} % · fee {rule.fee_hundredths / 100} % + {formatKobo(rule.fee_fixed_kobo)}
                  {rule.vat_hundredths > 0 && ` · VAT ${rule.vat_hundredths / 100} %`}
                </p>
              </div>
            </li>
          ))}
        </ul>
      </section>
    </section>
  )
}
