import { href, data, Form } from 'react-router'
import { actionResult, sentences } from '#app/features/console/action-result.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { Findings } from '#app/features/doctor/findings.tsx'
import { readForm } from '#app/platform/forms/form.server.ts'
import { consumeRateLimit } from '#app/platform/limits/limits.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { siteContext } from '#app/services/site.server.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import { redirectWithToast } from '#app/platform/session/toast.server.ts'
import { AccountField } from '#app/ui/account-field.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorSummary } from '#app/ui/field.tsx'
import type { Route } from './+types/doctor'

export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const { doctor } = context.get(siteContext)
  const findings = await doctor.findings(request.headers).catch(orLog('Could not run the doctor', null))
  return { findings, email: admin.email }
}

/** Sends the admin a test email. */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = requireAdmin(context)
  await readForm(request, context)
  const { rejection } = await consumeRateLimit(context, 'test-mail')
  if (rejection) {
    return data(actionResult(rejection), { status: 429 })
  }
  const failure = await context.get(siteContext).doctor.sendTestMail(admin.email)
  return failure === null
    ? redirectWithToast(context, href('/admin/doctor'), {
        title: 'The mail server accepted it',
        text: `Check that it arrives at ${admin.email}.`,
      })
    : data(actionResult(`The test email was not sent: ${failure}`), { status: 502 })
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'System check', description: 'Admin console.', index: false })

export default function Doctor({ loaderData: { findings, email }, actionData }: Route.ComponentProps) {
  return (
    <section className="stack admin-section">
      <h1>System check</h1>
      <p className="small soft">
        Checks keys, tables, rights, functions, email, backups, disk, clock and the proxy, now. The same is printed by npm run
        doctor.
      </p>
      <ErrorSummary error={actionData} />
      {findings ? <Findings findings={findings} /> : <EmptyState title="The check could not run." hint={sentences.failed} />}
      <section className="stack" aria-labelledby="test-mail">
        <h2 id="test-mail">Email</h2>
        <p>A test email goes to {email} at once. Check that it arrives in the inbox and not in the spam folder.</p>
        <Form method="post">
          <AccountField />
          <button className="btn">Send me a test email</button>
        </Form>
      </section>
    </section>
  )
}
