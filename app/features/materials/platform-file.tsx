import type { ChangeEventHandler, ReactNode } from 'react'
import { href, Form, Link } from 'react-router'
import { formatMoment } from '#app/platform/text/dates.ts'
import { AccountField } from '#app/ui/account-field.tsx'
import { TextField } from '#app/ui/field.tsx'
import { fileTitle } from './files.ts'
import type { MaterialDetails } from './details.server.ts'

/** The files that buyers of one of our works get, and the link to replace them. */
export function PlatformFiles({ material, details: { files } }: { material: string; details: MaterialDetails }) {
  const form = href('/admin/catalogue/materials/:id/file', { id: material })
  return (
    files.length > 0 && (
      <section className="stack record" aria-labelledby="platform-file">
        <h2 id="platform-file">{files.length > 1 ? 'The files that buyers get' : 'The file that buyers get'}</h2>
        {files.map(({ position, name, format, added_at, label }) => (
          <div className="stack" key={position}>
            <p>
              {name} ({format}), added on {formatMoment(added_at)}.
            </p>
            <p>
              <Link
                className="btn"
                to={position === 1 ? form : `${form}?position=${position}`}
                {...(files.length > 1 ? { 'aria-label': `Replace the file: ${fileTitle({ label, name })}` } : {})}
              >
                Replace the file
              </Link>
            </p>
          </div>
        ))}
      </section>
    )
  )
}

/** The input for a file that buyers get; `children` is shown below it. */
export function SoldFileField({
  label,
  error,
  optional,
  onChange,
  children,
}: {
  label: string
  error: string | undefined
  optional?: true
  onChange?: ChangeEventHandler<HTMLInputElement>
  children?: ReactNode
}) {
  return (
    <div className="stack">
      <TextField
        label={label}
        name="file"
        type="file"
        {...(optional ? { optional } : { required: true })}
        accept=".pdf,.doc,.docx,.ppt,.pptx,.xlsx"
        hint="PDF, Word, PowerPoint or Excel (.xlsx), up to 50 MB. A PDF gets the number of the order at the foot of each page."
        error={error}
        onChange={onChange}
      />
      {children}
    </div>
  )
}

type FormProps = { buyers: number; file: MaterialDetails['files'][number]; error: string | undefined }

/** The form for a better file; it works without a script. */
export function PlatformFileForm({ buyers, file, error }: FormProps) {
  return (
    <Form className="stack record" method="post" encType="multipart/form-data" reloadDocument noValidate>
      <AccountField />
      <p className="note">
        {buyers === 0
          ? 'Nobody bought it yet.'
          : `${buyers === 1 ? 'The one buyer gets' : `All ${buyers} buyers get`} the new file too, and an email that says so.`}{' '}
        The old file, {file.name}, is removed.
      </p>
      <SoldFileField label="The file" error={error} />
      <p>
        <button className="btn go">Upload the file</button>
      </p>
    </Form>
  )
}
