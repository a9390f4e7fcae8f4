import { href, data, Form } from 'react-router'
import { actionResult, sentences } from '#app/features/console/action-result.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { settings } from '#app/features/settings/queries.server.ts'
import { publicCache } from '#app/platform/cache/cache.server.ts'
import { notFound } from '#app/platform/pages/not-found.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { visitorClient } from '#app/services/backend.server.ts'
import { siteContext } from '#app/services/site.server.ts'
import { readForm } from '#app/platform/forms/form.server.ts'
import { logFailure } from '#app/platform/log/failures.server.ts'
import { redirectWithToast } from '#app/platform/session/toast.server.ts'
import { AccountField } from '#app/ui/account-field.tsx'
import { ErrorSummary } from '#app/ui/field.tsx'
import type { Route } from './+types/demo'

const noDemo = () => notFound('No demo', 'There is no demo here.', { to: href('/admin'), label: 'Back to Today' })

export async function loader({ context }: Route.LoaderArgs) {
  requireAdmin(context)
  if ((await settings(visitorClient(context), 'demo')).is_present !== 'yes') {
    throw noDemo()
  }
  return null
}

/** Deletes the demo. */
export async function action({ request, context }: Route.ActionArgs) {
  requireAdmin(context)
  await readForm(request, context)
  const { removeDemo } = context.get(siteContext)
  if (!removeDemo) {
    throw noDemo()
  }
  try {
    const reason = await removeDemo()
    if (reason !== null) {
      return data(actionResult(reason), { status: 409 })
    }
  } catch (error) {
    logFailure('Could not remove the demo', error)
    return data(actionResult(sentences.failed), { status: 503 })
  }
  publicCache.invalidate('')
  return redirectWithToast(context, href('/admin'), {
    title: 'The demo is removed',
    text: 'Products, outlines, texts and your own account are still here.',
  })
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Remove the demo', description: 'Admin console.', index: false })

export default function Demo({ actionData }: Route.ComponentProps) {
  return (
    <section className="stack admin-section">
      <h1>Remove the demo</h1>
      <p>
        This deletes the demo’s students and admin with their uploads, works, comments and requests; all orders, sales, refunds
        and payouts; and all visits and missed searches. It cannot be undone.
      </p>
      <p>Products, outlines, texts, settings and accounts that people made themselves stay.</p>
      <ErrorSummary error={actionData} />
      <Form method="post">
        <AccountField />
        <button className="btn">Remove the demo</button>
      </Form>
    </section>
  )
}
