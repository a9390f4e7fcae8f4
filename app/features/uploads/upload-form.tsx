import { formFields } from '#app/platform/forms/form-fields.ts'
import { type FormEvent, useRef, useState } from 'react'
import { href, Form } from 'react-router'
import { AccountField } from '#app/ui/account-field.tsx'
import { ErrorSummary, SelectField, TextArea, TextField } from '#app/ui/field.tsx'
import { programmes } from '../materials/programmes.ts'
import { BankNames } from '../profiles/bank-names.tsx'
import type { Deferred } from '#app/platform/pages/deferred.ts'
import { checkForm, fieldReasons, type UploadResult } from './check-upload.ts'
import { FilePart } from './file-part.tsx'
import { uploadForm } from './schema.ts'
import { getSent } from './transfer.ts'
import { useDraft } from './use-draft.ts'
import type { ShownUpload } from './upload-list.tsx'
import { ignoreReadError, useFileForm } from './use-file-form.ts'
import { useFileValues } from './use-file-values.ts'
import { emptyFields, uploadCategories, uploadFormats } from './labels.ts'

type Props = {
  /** The server's response to the last attempt; null before the first. */
  result: UploadResult | null
  /** Identifies this opened page, so that a form posted twice is detected. */
  formId: string
  known: { account: string; email: string; institution: string; bank: string | null; banks: readonly string[] | null }
  /** The user's own uploads, to recognise a file that was sent before. */
  uploads: Deferred<ShownUpload[] | null>
  /** The usual prices, a sentence for each category. */
  prices: Record<string, string>
  yearMax: number
  /** The text that the student accepts by sending. */
  agreement: string
}

/**
 * The upload form (SPEC 2 and 5). It works as a plain form without a script. With a script, errors are shown before
 * data is spent, the file is sent in chunks as soon as it is chosen, empty fields are filled in from it, and the typed
 * text stays on the phone until it is sent.
 */
export function UploadForm({ result, formId, known, uploads, prices, yearMax, agreement }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const { status, mark, readFile, noteTyped, reset } = useFileValues(form, result)
  const { shown, errors, transfer, uploading, same, stored, chosen, cancel, discard, beforeSending } = useFileForm({
    account: known.account,
    uploads,
    result,
    check: (data) => checkForm(data, fieldReasons(Object.fromEntries(data), yearMax)),
    onArrived: (arrived) => void readFile(arrived).then(keep, ignoreReadError),
  })
  const values = result?.values ?? {}
  // The file may have filled in a field that was empty at the last attempt.
  const remaining = Object.fromEntries(
    Object.entries(errors).filter(([name, error]) => !(mark(name) && Object.values<string>(emptyFields).includes(error))),
  )
  const fields = formFields(uploadForm(yearMax), values, remaining)
  const [chosenCategory, setCategory] = useState<string | null>(null)
  const { draft, keep, clear } = useDraft(form, known.account, result === null, transfer)
  const category = chosenCategory ?? draft?.fields.category ?? values.category ?? ''

  function changed(event: FormEvent<HTMLFormElement>) {
    keep()
    noteTyped(event)
    if (event.target instanceof HTMLSelectElement && event.target.name === 'category') {
      setCategory(event.target.value)
    }
  }

  function startAgain() {
    discard()
    clear()
    reset()
  }

  return (
    <Form
      ref={form}
      className="stack"
      method="post"
      encType="multipart/form-data"
      noValidate
      onSubmit={beforeSending}
      onInput={changed}
    >
      <AccountField />
      <h2>Your work</h2>
      <input type="hidden" name="form_id" value={formId} />
      {draft && !uploading && (
        <div className="note stack" role="status">
          <p>
            {draft.file
              ? `You were sending ${draft.file.name} (${getSent(draft.file.sent, draft.file.total)}). Choose it again below, and it continues from where it stopped.`
              : 'Your last draft is restored. It stays here until you send it or sign out.'}
          </p>
          <p>
            <button className="btn" type="button" onClick={startAgain}>
              Start again
            </button>
          </p>
        </div>
      )}
      <FilePart
        transfer={transfer}
        errors={errors}
        stored={stored}
        same={same}
        disabled={uploading}
        onChoose={chosen}
        onCancel={cancel}
        address={href('/upload-materials')}
        status={uploading ? undefined : status}
      />
      <TextField
        label="Title"
        {...fields.title}
        hint={mark('title') ?? 'As on its first page. The Council allows up to 22 words.'}
      />
      <div className="two tight">
        <SelectField label="Category" {...fields.category} options={uploadCategories} />
        <SelectField label="Format" {...fields.format} options={uploadFormats} hint={mark('format')} />
        <TextField label="Pages" optional {...fields.pages} inputMode="numeric" hint={mark('pages')} />
        <TextField
          label="Year"
          optional
          {...fields.year_of_study}
          type="number"
          inputMode="numeric"
          min={2000}
          max={yearMax}
          placeholder={`2000 to ${yearMax}`}
          hint={mark('year_of_study')}
        />
      </div>
      <TextArea label="Description" optional {...fields.description} hint={mark('description')} />
      <div className="two">
        <TextField label="Subject area" optional {...fields.subject_area} placeholder="Midwifery" />
        <TextField
          label="Institution"
          optional
          {...fields.institution}
          autoComplete="organization"
          defaultValue={values.institution ?? known.institution}
        />
      </div>
      <details className="card" open={method.some((name) => errors[name] ?? values[name]) || undefined}>
        <summary>
          <span>How the study was done</span>
          <span>Optional</span>
        </summary>
        <div className="stack">
          <p className="hint">Buyers look for it, and your file does not always tell. A sentence for each is enough.</p>
          <SelectField
            label="Programme"
            optional
            {...fields.programme}
            options={programmes.map(({ stored: value, label }) => ({ value, label }))}
          />
          <TextField label="Design" optional {...fields.design} placeholder="Descriptive cross-sectional survey" />
          <TextField
            label="Population and sample"
            optional
            {...fields.population_and_sample}
            placeholder="180 nurses of four wards; 120 by simple random sampling"
          />
          <TextField label="Instrument" optional {...fields.instrument} placeholder="Questionnaire of 24 items" />
        </div>
      </details>
      <TextField
        label="Email"
        {...fields.email}
        type="email"
        autoComplete="email"
        inputMode="email"
        hint="The answer to your upload goes here."
        defaultValue={values.email ?? known.email}
      />
      {known.bank ? (
        <p className="card">
          Money goes to {known.bank}. <a href={`${href('/dashboard')}?bank`}>Change it in your profile</a>
        </p>
      ) : (
        <details className="card" open>
          <summary>
            <span>Where your share of each sale goes</span>
            <span>Bank details</span>
          </summary>
          <div className="stack">
            <div className="two">
              <TextField label="Bank name" optional {...fields.bank_name} list="banks" />
              <TextField
                label="Account number"
                optional
                {...fields.account_number}
                inputMode="numeric"
                autoComplete="off"
                placeholder="10 digits"
              />
            </div>
            <TextField label="Account name" optional {...fields.account_name} />
            <BankNames names={known.banks} />
          </div>
        </details>
      )}
      <p className="hint">The platform is not liable for mistakes in bank details.</p>
      <p className="hint">{agreement}</p>
      <UsualPrices prices={prices} category={category} />
      <ErrorSummary error={shown && { ...shown, text: shown.headline }}>{shown?.note && <p>{shown.note}</p>}</ErrorSummary>
      <p className="row">
        <button className="btn go" disabled={uploading}>
          {uploading ? 'Uploading...' : 'Upload Material'}
        </button>
        <span className="hint">The answer comes by email within 3-5 business days.</span>
      </p>
    </Form>
  )
}

/** Optional fields about the study's method, which a program cannot reliably read from the file. */
const method = ['programme', 'design', 'population_and_sample', 'instrument'] as const

/** The usual prices of the chosen category, or of all categories if none is chosen or there is no script. */
function UsualPrices({ prices, category }: Pick<Props, 'prices'> & { category: string }) {
  if (category !== '') {
    return <p className="hint">{prices[category]}</p>
  }
  return (
    <details>
      <summary className="hint">
        <span>What such works usually sell for</span>
        <span>See prices</span>
      </summary>
      <dl className="pairs small">
        {uploadCategories.map(({ value, label }) => (
          <div key={value}>
            <dt>{label}</dt>
            <dd>{prices[value]}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
