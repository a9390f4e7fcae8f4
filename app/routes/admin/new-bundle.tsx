import { Form, href, Link } from 'react-router'
import { bundleRejections, createBundle } from '#app/features/bundles/commands.server.ts'
import { bundleForm } from '#app/features/bundles/schema.ts'
import { rejectWith, sentences } from '#app/features/console/action-result.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { formFields } from '#app/platform/forms/form-fields.ts'
import { checkForm, readForm, submittedValues } from '#app/platform/forms/form.server.ts'
import { logFailure } from '#app/platform/log/failures.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { redirectWithToast } from '#app/platform/session/toast.server.ts'
import { AccountField } from '#app/ui/account-field.tsx'
import { ErrorSummary, TextArea, TextField } from '#app/ui/field.tsx'
import type { Route } from './+types/new-bundle'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export function loader({ context }: Route.LoaderArgs) {
  requireAdmin(context)
  return null
}

/** Creates a bundle as a draft, and leads to it. */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = requireAdmin(context)
  const submitted = submittedValues(await readForm(request, context))
  const reject = rejectWith(submitted)
  const { values, errors } = checkForm(bundleForm, submitted)
  if (errors) {
    return reject(sentences.fields, 400, errors)
  }
  try {
    const created = await createBundle(admin, values)
    if ('rejection' in created) {
      const { field, text } = bundleRejections[created.rejection]
      return reject(sentences.fields, 400, { [field]: text })
    }
    return redirectWithToast(context, href('/admin/catalogue/materials/:id', { id: created.id }), {
      title: 'The bundle is a draft',
      text: 'Check it, tick "Sold here", and put it on the site.',
    })
  } catch (error) {
    logFailure('Could not create a bundle', error)
    return reject(sentences.failed, 502)
  }
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'New bundle', description: 'Admin console.', index: false })

export default function NewBundle({ actionData }: Route.ComponentProps) {
  const fields = formFields(bundleForm, actionData?.values ?? {}, actionData?.errors ?? {})
  return (
    <section className="stack admin-section">
      <nav className="crumb" aria-label="Where you are">
        <Link to={href('/admin/catalogue/materials')}>Materials</Link>
      </nav>
      <h1>New bundle</h1>
      <p className="soft">
        Several works at one price: all by Lamplight, or all by one student, whose share stays the same. A signed-in buyer with
        one of the works pays for the others only. A refund is for all of them.
      </p>
      <ErrorSummary error={actionData} />
      <Form method="post" className="stack record" noValidate>
        <AccountField />
        <TextField label="Title" {...fields.title} required />
        <TextArea
          label="Works"
          {...fields.works}
          required
          rows={4}
          hint="The address of a work’s page on each line, two to ten."
        />
        <TextField label="Price in naira" {...fields.price} required inputMode="numeric" hint="Below the sum of their prices." />
        <TextArea label="What it is for" {...fields.about} hint="A sentence or two. Optional." />
        <p>
          <button className="btn go">Create the draft</button>
        </p>
      </Form>
    </section>
  )
}
