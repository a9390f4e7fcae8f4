import { href, data, Form, Link } from 'react-router'
import { actionResult, sentences } from '#app/features/console/action-result.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { columns, importEntries, readEntries } from '#app/features/thesaurus/files.server.ts'
import { readForm } from '#app/platform/forms/form.server.ts'
import { readCsv } from '#app/platform/lists/csv.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { logFailure } from '#app/platform/log/failures.server.ts'
import { redirectWithToast } from '#app/platform/session/toast.server.ts'
import { AccountField } from '#app/ui/account-field.tsx'
import { ErrorSummary, TextField } from '#app/ui/field.tsx'
import type { Route } from './+types/thesaurus-import'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

const MAX_FILE_BYTES = 500 * 1024
/** Maximum number of invalid lines that are listed; the rest is counted. */
const MAX_NAMED = 20

export function loader({ context }: Route.LoaderArgs) {
  requireAdmin(context)
  return { columns: columns.join(', ') }
}

/** Imports a file into the thesaurus: all of it, or nothing if a line is invalid. */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = requireAdmin(context)
  const file = (await readForm(request, context)).get('file')
  const reject = (reason: string) => data(actionResult('Nothing was imported.', { errors: { file: reason } }), { status: 400 })
  if (!(file instanceof File) || file.size === 0) {
    return reject('Choose a CSV file first')
  }
  if (file.size > MAX_FILE_BYTES) {
    return reject('At most 500 kB at once. Split the file in two, each with the first line')
  }
  const csv = readCsv(await file.bytes())
  const read = 'fault' in csv ? csv : readEntries(csv.rows)
  if ('fault' in read) {
    return reject(read.fault)
  }
  if (read.wrong.length > 0) {
    const named = read.wrong.slice(0, MAX_NAMED).map(({ line, reason }) => `Line ${line}: ${reason}.`)
    const more = read.wrong.length - named.length
    return reject([...named, ...(more > 0 ? [`And ${more} more lines.`] : [])].join(' '))
  }
  try {
    const written = await importEntries(admin, read.entries)
    const title = written === 1 ? '1 entry imported' : `${written.toLocaleString('en-NG')} entries imported`
    return redirectWithToast(context, href('/admin/catalogue/thesaurus'), { title })
  } catch (error) {
    logFailure('Could not import the thesaurus', error)
    return data(actionResult(sentences.failed), { status: 502 })
  }
}

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Import and export the thesaurus', description: 'Admin console.', index: false })

export default function ThesaurusImport({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="stack admin-section">
      <nav className="crumb" aria-label="Where you are">
        <Link to={href('/admin/catalogue/thesaurus')}>Thesaurus</Link>
      </nav>
      <h1>Import and export the thesaurus</h1>
      <Form className="stack record" method="post" encType="multipart/form-data" noValidate>
        <AccountField />
        <ErrorSummary error={actionData} />
        <TextField
          label="CSV file"
          name="file"
          type="file"
          accept=".csv,text/csv"
          hint={`The first line names the columns: ${loaderData.columns}. Entries that are there are changed, the others added; nothing is removed.`}
          error={actionData?.errors.file}
        />
        <p>
          <button className="btn go">Import</button>
        </p>
      </Form>
      <section className="stack">
        <h2>Export</h2>
        <p>The whole thesaurus as a file. Change it in Excel or Sheets and import it again.</p>
        <p>
          <a className="btn" href={href('/admin/catalogue/thesaurus/export')} download>
            Get the file
          </a>
        </p>
      </section>
    </div>
  )
}
