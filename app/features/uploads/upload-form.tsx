import { type FormEvent, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { acceptedFiles } from './accepted-files.ts'
import { SelectField, TextArea, TextField } from '../../ui/field.tsx'
import { Toast } from '../../ui/toast.tsx'
import { checkUploadForm, type UploadAnswer } from './check-upload.ts'
import { uploadCategories, uploadFormats } from './words.ts'

type Props = {
  /** What the server said of the last try; null before the first. */
  answer: UploadAnswer | null
  known: { email: string; institution: string; bank: string | null }
  yearMax: number
}

/**
 * The upload form (SPEC 2 and 5). A plain form post where there is no script; with one, what is missing is said before any data is
 * spent, and the chosen file stays chosen. The file comes last, so that the server knows the rest before it.
 */
export function UploadForm({ answer, known, yearMax }: Props) {
  const navigation = useNavigation()
  const [own, setOwn] = useState<UploadAnswer | null>(null)
  const uploading = navigation.state !== 'idle' && navigation.formMethod === 'POST'
  const shown = own ?? answer
  const errors = shown?.errors ?? {}
  const typed = answer?.typed ?? {}

  function beforeSending(event: FormEvent<HTMLFormElement>) {
    const found = checkUploadForm(new FormData(event.currentTarget), yearMax)
    setOwn(found)
    if (found) {
      event.preventDefault()
      const first = event.currentTarget.elements.namedItem(Object.keys(found.errors)[0] ?? '')
      if (first instanceof HTMLElement) {
        first.focus()
      }
    }
  }

  return (
    <Form className="stack" method="post" encType="multipart/form-data" noValidate onSubmit={beforeSending}>
      <h2>Your work</h2>
      <TextField
        label="Title"
        name="title"
        required
        maxLength={400}
        hint="As on its first page. The Council allows up to 22 words."
        defaultValue={typed.title}
        error={errors.title}
      />
      <div className="two tight">
        <SelectField
          label="Category"
          name="category"
          required
          options={uploadCategories}
          defaultValue={typed.category ?? ''}
          error={errors.category}
        />
        <SelectField
          label="Format"
          name="format"
          required
          options={uploadFormats}
          defaultValue={typed.format ?? ''}
          error={errors.format}
        />
        <TextField label="Pages" optional name="pages" inputMode="numeric" defaultValue={typed.pages} error={errors.pages} />
        <TextField
          label="Year"
          optional
          name="year_of_study"
          type="number"
          inputMode="numeric"
          min={2000}
          max={yearMax}
          placeholder={`2000 to ${yearMax}`}
          defaultValue={typed.year_of_study}
          error={errors.year_of_study}
        />
      </div>
      <TextArea
        label="Description"
        optional
        name="description"
        maxLength={5000}
        defaultValue={typed.description}
        error={errors.description}
      />
      <div className="two">
        <TextField
          label="Subject area"
          optional
          name="subject_area"
          maxLength={100}
          placeholder="Midwifery"
          defaultValue={typed.subject_area}
          error={errors.subject_area}
        />
        <TextField
          label="Institution"
          optional
          name="institution"
          maxLength={200}
          autoComplete="organization"
          defaultValue={typed.institution ?? known.institution}
          error={errors.institution}
        />
      </div>
      <TextField
        label="Email"
        name="email"
        type="email"
        required
        autoComplete="email"
        inputMode="email"
        hint="The answer to your upload goes here."
        defaultValue={typed.email ?? known.email}
        error={errors.email}
      />
      <details className="card" open={Boolean(errors.account_number || typed.account_number || !known.bank) || undefined}>
        <summary>
          <span>{known.bank ? `Money goes to ${known.bank}` : 'Where your half of each sale goes'}</span>
          <span>{known.bank ? 'Change' : 'Bank details'}</span>
        </summary>
        <div className="stack">
          <div className="two">
            <TextField
              label="Bank name"
              optional
              name="bank_name"
              maxLength={100}
              defaultValue={typed.bank_name}
              error={errors.bank_name}
            />
            <TextField
              label="Account number"
              optional
              name="account_number"
              inputMode="numeric"
              maxLength={10}
              autoComplete="off"
              placeholder="10 digits"
              defaultValue={typed.account_number}
              error={errors.account_number}
            />
          </div>
          <TextField
            label="Account name"
            optional
            name="account_name"
            maxLength={200}
            defaultValue={typed.account_name}
            error={errors.account_name}
          />
        </div>
      </details>
      <p className="hint">The platform is not liable for mistakes in bank details.</p>
      <div className="drop">
        <TextField
          label="File"
          name="file"
          type="file"
          required
          accept={acceptedFiles.map(({ ending }) => `.${ending}`).join(',')}
          hint="PDF, Word or PowerPoint (.pdf, .doc, .docx, .ppt, .pptx), up to 50MB"
          error={errors.file}
        />
      </div>
      <p className="hint">
        By sending it you say: this is my own work, I may sell it, and half of each sale is mine. It must not carry the name of
        any patient.
      </p>
      <p className="row">
        <button className="btn go" disabled={uploading}>
          {uploading ? 'Uploading...' : 'Upload Material'}
        </button>
        <span className="hint">The answer comes by email within 3-5 business days.</span>
      </p>
      {shown && !uploading && <Toast key={shown.headline + shown.at} title={shown.headline} kind="bad" />}
    </Form>
  )
}
