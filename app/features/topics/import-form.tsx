import { PasswordField } from '#app/features/console/password-field.tsx'
import { useState } from 'react'
import { href, Form, useFetcher, useNavigation } from 'react-router'
import { AccountField } from '#app/ui/account-field.tsx'
import { ErrorSummary, TextField } from '#app/ui/field.tsx'
import type { ActionResult } from '../console/action-result.ts'
import { Download, type ExportData, useExportWithoutScript } from '../console/export-form.tsx'
import { MAX_FILE_BYTES } from './preview.ts'

/** The form to import a file of topics, and the export of the directory. */
export function ImportForm({ result }: { result: ActionResult | undefined }) {
  const { formMethod } = useNavigation()
  const exporting = useFetcher<ExportData>()
  const [tooLarge, setTooLarge] = useState(false)
  const looking = formMethod === 'POST'
  const withoutScript = useExportWithoutScript()
  const exported = exporting.data ?? withoutScript
  const rejected = exported && 'errors' in exported ? exported : null
  return (
    <>
      <Form className="stack record" method="post" encType="multipart/form-data" noValidate>
        <AccountField />
        <ErrorSummary
          error={
            result && {
              ...result,
              text: result.offline
                ? 'The connection was lost. When it is back, check the last imports below, then choose the file again.'
                : result.text,
            }
          }
        />
        <TextField
          label="CSV file"
          name="file"
          type="file"
          accept=".csv,text/csv"
          hint="The first line names the columns: topic, description, unique_selling_point, subject_area, is_sample. Only topic is required; is_sample is yes, no or empty. You see the changes before anything is saved."
          error={tooLarge ? 'At most 1.5 MB at once. Split the file in two, each with the first line' : result?.errors.file}
          onChange={({ currentTarget }) => setTooLarge((currentTarget.files?.[0]?.size ?? 0) > MAX_FILE_BYTES)}
        />
        {result?.values.csv && (
          <>
            <textarea name="csv" hidden readOnly value={result.values.csv} aria-label="The file" />
            <input type="hidden" name="name" value={result.values.name} />
            <p className="long">{result.values.name || 'The file'} is still here. Send it again, or choose another one.</p>
          </>
        )}
        <p>
          <button className="btn go" name="intent" value="preview" disabled={looking || tooLarge}>
            {looking ? 'Checking…' : 'Preview the changes'}
          </button>
        </p>
      </Form>
      <section className="stack">
        <h2>Export</h2>
        <p>The whole directory as a file. Change it in Excel or Sheets and import it again.</p>
        <exporting.Form method="post" action={href('/admin/catalogue/topics/import')} className="stack record" noValidate>
          <AccountField />
          <ErrorSummary error={rejected} />
          <PasswordField label="Your own password" error={rejected?.errors.password} />
          <p className="row">
            <button className="btn" name="intent" value="export" disabled={exporting.state !== 'idle'}>
              {exporting.state === 'idle' ? 'Export CSV' : 'Exporting…'}
            </button>
            {exported && 'file' in exported && (
              <Download key={exported.file.csv.length} file={exported.file}>
                {exported.file.count.toLocaleString('en-NG')} topics
              </Download>
            )}
          </p>
        </exporting.Form>
      </section>
    </>
  )
}
