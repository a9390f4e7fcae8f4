import { href, data, Form } from 'react-router'
import { actionResult, sentences } from '#app/features/console/action-result.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { Backups } from '#app/features/doctor/backups.tsx'
import { Findings } from '#app/features/doctor/findings.tsx'
import { readForm, submittedValues } from '#app/platform/forms/form.server.ts'
import { consumeRateLimit } from '#app/platform/limits/limits.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { siteContext } from '#app/services/site.server.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import { redirectWithToast } from '#app/platform/session/toast.server.ts'
import { AccountField } from '#app/ui/account-field.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorSummary } from '#app/ui/field.tsx'
import type { Route } from './+types/doctor'

type Context = Route.ActionArgs['context']

export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const { doctor, backups } = context.get(siteContext)
  const [findings, backup] = await Promise.all([
    doctor.findings(request.headers).catch(orLog('Could not run the doctor', null)),
    backups?.state().catch(orLog('Could not read the state of the backups', null)),
  ])
  return { findings, backup: backup ?? null, email: admin.email }
}

/** Makes a backup, or sends the admin a test email. */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = requireAdmin(context)
  const { intent } = submittedValues(await readForm(request, context))
  return intent === 'backup' ? makeBackup(context) : sendTestMail(context, admin.email)
}

async function makeBackup(context: Context) {
  const { backups } = context.get(siteContext)
  const outcome = await backups?.makeNow().catch(orLog('Could not make a backup', 'failed' as const))
  switch (outcome) {
    case 'made':
      return redirectWithToast(context, href('/admin/doctor'), { title: 'The backup is made', kind: 'good' })
    case 'running':
      return redirectWithToast(context, href('/admin/doctor'), {
        title: 'The backup is being made',
        text: 'A large shop takes some minutes.',
      })
    case 'paused':
      return data(actionResult('The disk is full, so no backup was made. Free space, then try again.'), { status: 507 })
    default:
      return data(actionResult('No backup was made. The reason is below.'), { status: 502 })
  }
}

async function sendTestMail(context: Context, email: string) {
  const { rejection } = await consumeRateLimit(context, 'test-mail')
  if (rejection) {
    return data(actionResult(rejection), { status: 429 })
  }
  const failure = await context.get(siteContext).doctor.sendTestMail(email)
  return failure === null
    ? redirectWithToast(context, href('/admin/doctor'), {
        title: 'The mail server accepted it',
        text: `Check that it arrives at ${email}.`,
      })
    : data(actionResult(`The test email was not sent: ${failure}`), { status: 502 })
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'System check', description: 'Admin console.', index: false })

export default function Doctor({ loaderData: { findings, backup, email }, actionData }: Route.ComponentProps) {
  return (
    <section className="stack admin-section">
      <h1>System check</h1>
      <p className="small soft">
        Checks keys, tables, rights, functions, email, backups, disk, clock and the proxy, now. The same is printed by npm run
        doctor.
      </p>
      <ErrorSummary error={actionData} />
      {findings ? <Findings findings={findings} /> : <EmptyState title="The check could not run." hint={sentences.failed} />}
      {backup && <Backups {...backup} />}
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
