import { Form, href, redirect } from 'react-router'
import { withPasswordAgain } from '#app/features/accounts/confirm-password.server.ts'
import { rejectWith, sentences } from '#app/features/console/action-result.ts'
import { PasswordField } from '#app/features/console/password-field.tsx'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { chosenFiles, filesFor, LIMITED } from '#app/features/exports/files.ts'
import { readDateRange } from '#app/features/money/date-range.ts'
import { formatRange } from '#app/features/money/period-names.ts'
import { RangePicker } from '#app/features/money/range-picker.tsx'
import { readForm, submittedValues } from '#app/platform/forms/form.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { logFailure } from '#app/platform/log/failures.server.ts'
import { dayInLagos, formatDay } from '#app/platform/text/dates.ts'
import { AccountField } from '#app/ui/account-field.tsx'
import { ErrorSummary, TickField } from '#app/ui/field.tsx'
import type { Route } from './+types/exports'

export function loader({ url, context }: Route.LoaderArgs) {
  const { roles } = requireAdmin(context)
  const today = dayInLagos(new Date())
  const chosen = chosenFiles(url.searchParams.getAll('file'), roles)
  return { today, range: readDateRange(url.searchParams, today), groups: [...filesFor(roles)], chosen }
}

/** Confirms the password, and leads to the archive of the chosen files, which the browser saves. */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = requireAdmin(context)
  const form = await readForm(request, context)
  const submitted = submittedValues(form)
  const asked =
    submitted.intent === 'everything' ? [...filesFor(admin.roles).values()].flat().map(({ id }) => id) : form.getAll('file')
  const chosen = chosenFiles(asked.map(String), admin.roles)
  const reject = rejectWith({ ...submitted, chosen: chosen.join(' ') })
  if (chosen.length === 0) {
    return reject('Tick the files that you want.', 400)
  }
  try {
    const outcome = await withPasswordAgain(context, admin.email, form.get('password'), () => Promise.resolve())
    if ('rejection' in outcome) {
      return reject(sentences.fields, outcome.status, { password: outcome.rejection })
    }
  } catch (error) {
    logFailure('Could not confirm a password for an export', error)
    return reject('The files could not be exported. Try again in a minute.', 502)
  }
  const { since = '', until = '' } = submitted
  const address = new URLSearchParams([['from', since], ['to', until], ...chosen.map((id) => ['file', id])])
  if (submitted.intent === 'chosen') {
    address.set(LIMITED, 'yes')
  }
  return redirect(`${href('/admin/exports/archive.zip')}?${address.toString()}`, 303)
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Exports', description: 'Admin console.', index: false })

/** The id of the form, which the files below the choice of days name. */
const FORM = 'exports'

export default function Exports({ loaderData: { today, range, groups, chosen }, actionData }: Route.ComponentProps) {
  const ticked = actionData ? (actionData.values.chosen ?? '').split(' ') : chosen
  return (
    <section className="stack admin-section">
      <div>
        <h1>Exports</h1>
        <p className="soft">
          Files for spreadsheets, in one ZIP. Everything has all rows there are; takings, the workbook and statistics are of{' '}
          {formatRange(range)}. Each archive is in the audit log.
        </p>
      </div>
      <Form method="post" id={FORM} className="stack" noValidate reloadDocument>
        <AccountField />
        <input type="hidden" name="since" value={range.since} />
        <input type="hidden" name="until" value={range.until} />
        <ErrorSummary error={actionData} />
        <PasswordField label="Your own password" error={actionData?.errors.password} />
        <p className="row">
          <button className="btn go" name="intent" value="everything">
            Export everything
          </button>
        </p>
      </Form>
      <h2>Files of chosen days</h2>
      <RangePicker range={range} today={today} path={href('/admin/exports')} />
      <p className="small soft">
        Orders, sales, payouts, books, takings and statistics are of {formatRange(range)}, and the balance sheet is that of{' '}
        {formatDay(range.until)}. Every other file has all there is.
      </p>
      <div className="export-files">
        {groups.map(([group, files]) => (
          <fieldset key={group}>
            <legend>
              <h3>{group}</h3>
            </legend>
            {files.map(({ id, label, says }) => (
              <TickField
                key={id}
                form={FORM}
                name="file"
                value={id}
                label={says === '' ? label : `${label}, ${says}`}
                defaultChecked={ticked.includes(id)}
              />
            ))}
          </fieldset>
        ))}
      </div>
      <p className="row">
        <button className="btn" form={FORM} name="intent" value="chosen">
          Export the ticked files
        </button>
      </p>
    </section>
  )
}
