import { Form, Link } from 'react-router'
import { formatMoment } from '../../platform/text/dates.ts'
import { TextField } from '../../ui/field.tsx'
import type { House } from './house-file.server.ts'

/** What buyers of a work of ours get, and where another file is given. */
export function HouseFile({ material, house: { file } }: { material: string; house: House }) {
  return (
    <section className="stack record" aria-labelledby="house-file">
      <h2 id="house-file">The file that buyers get</h2>
      <p>
        {file
          ? `${file.name} (${file.format}), given on ${formatMoment(file.given_at)}.`
          : 'There is none, so this material cannot be sold here. It is bought at its outside link.'}
      </p>
      <p>
        <Link className="btn" to={`/admin/catalogue/materials/${material}/file`}>
          {file ? 'Give a better file' : 'Give it a file'}
        </Link>
      </p>
    </section>
  )
}

/** The form for the file; it works without a script. */
export function HouseFileForm({ house: { file, buyers }, error }: { house: House; error: string | undefined }) {
  return (
    <Form className="stack record" method="post" encType="multipart/form-data" reloadDocument noValidate>
      {file && (
        <p className="note">
          {buyers === 0
            ? 'Nobody bought it yet.'
            : `${buyers === 1 ? 'The one buyer gets' : `All ${buyers} buyers get`} the new file too, and a mail that says so.`}{' '}
          The old file, {file.name}, is removed.
        </p>
      )}
      <TextField
        label="The file"
        name="file"
        type="file"
        required
        accept=".pdf,.doc,.docx,.ppt,.pptx"
        hint="PDF, Word or PowerPoint, up to 50 MB. A PDF gets the number of the order at the foot of each page."
        error={error}
      />
      <p>
        <button className="btn go">Give this file</button>
      </p>
    </Form>
  )
}
