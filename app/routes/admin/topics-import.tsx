import { href, data, Link } from 'react-router'
import { type ActionResult, actionResult, sentences } from '#app/features/console/action-result.ts'
import { preserveFormValues } from '#app/features/console/drafts.ts'
import { exportWithPassword } from '#app/features/accounts/export-with-password.server.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { ImportForm } from '#app/features/topics/import-form.tsx'
import { MAX_FILE_BYTES, type Preview, getPreview } from '#app/features/topics/preview.ts'
import { type Plan, planImport } from '#app/features/topics/import-plan.server.ts'
import { applyPlan, directoryAsCsv, lastImports, undoImport, wholeDirectory } from '#app/features/topics/imports.server.ts'
import { ImportPreview } from '#app/features/topics/import-preview.tsx'
import { LastImports } from '#app/features/topics/last-imports.tsx'
import { readCsv } from '#app/platform/lists/csv.server.ts'
import { logFailure, orLog } from '#app/platform/log/failures.server.ts'
import { readForm, submittedValues } from '#app/platform/forms/form.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { redirectWithToast } from '#app/platform/session/toast.server.ts'
import type { Route } from './+types/topics-import'

const HERE = href('/admin/catalogue/topics/import')

export async function loader({ context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  return { imports: await lastImports(admin).catch(orLog('Could not read the last imports', null)) }
}

/**
 * Previews a file (`preview`), imports the previewed file (`import`), undoes an import (`undo`), or exports the whole
 * directory (`export`).
 */
export async function action({ request, params, context }: Route.ActionArgs) {
  const admin = requireAdmin(context)
  const form = await readForm(request, context)
  const values = submittedValues(form)
  const { intent } = values
  try {
    if (intent === 'undo') {
      return await undo()
    }
    if (intent === 'export') {
      return await exportWithPassword(context, admin, { form, content: 'the topics', generate: directoryAsCsv })
    }
    return await lookOrWrite()
  } catch (error) {
    if (error instanceof Response) {
      throw error
    }
    logFailure('Could not import or export topics', error)
    return data(actionResult(sentences.failed, { values }), { status: 502 })
  }

  async function lookOrWrite() {
    const input = form.get('file')
    const chosen = input instanceof File && input.size > 0 ? input : null
    const name = chosen ? chosen.name : (values.name ?? '')
    // The form sends the previewed file back, so that exactly this file is imported.
    const bytes = chosen ? await chosen.bytes() : new TextEncoder().encode(values.csv ?? '')
    const reject = (reason: string) =>
      data(actionResult('Nothing was imported.', { values, errors: { file: reason } }), { status: 400 })
    if (bytes.length === 0) {
      return reject('Choose a CSV file first')
    }
    if (bytes.length > MAX_FILE_BYTES) {
      return reject('At most 1.5 MB at once. Split the file in two, each with the first line')
    }
    const csv = readCsv(bytes)
    if ('fault' in csv) {
      return reject(csv.fault)
    }
    const plan = planImport(csv.rows, await wholeDirectory(admin))
    if ('fault' in plan) {
      return reject(plan.fault)
    }
    const text = new TextDecoder(csv.guessed ? 'windows-1252' : 'utf-8').decode(bytes)
    const preview = (shown: Plan, moved: boolean) => ({
      preview: getPreview(shown, { name, text, guessed: csv.guessed, moved }),
    })
    if (intent !== 'import' || plan.added.length + plan.changed.length === 0) {
      return preview(plan, false)
    }
    const outcome = values.fingerprint === plan.fingerprint ? await applyPlan(admin, plan, name) : 'changed'
    if (outcome === 'changed') {
      const now = planImport(csv.rows, await wholeDirectory(admin))
      return 'fault' in now ? reject(now.fault) : preview(now, true)
    }
    const count = plan.added.length + plan.changed.length
    return done({
      title: `${count.toLocaleString('en-NG')} topic${count === 1 ? '' : 's'} imported`,
      undo: `${HERE}/${outcome.id}`,
    })
  }

  async function undo() {
    const counts = params.id && looksLikeUuid(params.id) ? await undoImport(admin, params.id) : null
    if (!counts) {
      return done({ title: 'There is nothing to undo', text: 'It was undone before, or it is older than thirty days.' })
    }
    return done({
      title: `${counts.reversed.toLocaleString('en-NG')} topics are as they were`,
      ...(counts.skipped > 0 ? { text: `${counts.skipped} were changed since and stay as they are.` } : {}),
    })
  }

  function done(toast: { title: string; text?: string; undo?: string }) {
    return redirectWithToast(context, HERE, toast)
  }
}

type Outcome = ActionResult | { preview: Preview } | { file: { name: string; csv: string; count: number } } | undefined

/** Calls the action. A lost connection is reported at the form, which still has the file. */
export async function clientAction(args: Route.ClientActionArgs): Promise<Outcome | ReturnType<typeof data<ActionResult>>> {
  return preserveFormValues(args)
}

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Import and export topics', description: 'Admin console.', index: false })

export default function TopicsImport({ loaderData: { imports }, actionData }: Route.ComponentProps) {
  const outcome = actionData
  const preview = outcome && 'preview' in outcome ? outcome.preview : null
  return (
    <div className="stack admin-section">
      <nav className="crumb" aria-label="Where you are">
        <Link to={href('/admin/catalogue/topics')}>Topics</Link>
      </nav>
      <h1>Import and export topics</h1>
      {preview ? (
        <ImportPreview preview={preview} />
      ) : (
        <ImportForm result={outcome && 'errors' in outcome ? outcome : undefined} />
      )}
      <LastImports imports={imports} />
    </div>
  )
}
