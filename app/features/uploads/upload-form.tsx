import { formFields } from '#app/platform/forms/form-fields.ts'
import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import { href, Form } from 'react-router'
import { AccountField } from '#app/ui/account-field.tsx'
import { ErrorSummary, SelectField, TextArea, TextField } from '#app/ui/field.tsx'
import { programmes } from '../materials/programmes.ts'
import { BankField } from '../profiles/bank-field.tsx'
import type { BankOption } from '../profiles/banks.ts'
import type { Deferred } from '#app/platform/pages/deferred.ts'
import { checkForm, fieldReasons, type UploadResult } from './check-upload.ts'
import { FilePart } from './file-part.tsx'
import type { ArrivedValues } from './file-values.server.ts'
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
  /** A file that arrived before the page was opened, with what it states. */
  earlier: Pick<ArrivedValues, 'stored' | 'values'> | null
  /** The values of the rejected work that this one corrects, and a sentence about it. */
  corrected: { values: Record<string, string>; note: string } | null
  /** Identifies this opened page, so that a form posted twice is detected. */
  formId: string
  known: {
    account: string
    email: string
    institution: string
    bank: string | null
    banks: readonly BankOption[]
    asksName: boolean
  }
  /** The user's own uploads, to recognise a file that was sent before. */
  uploads: Deferred<ShownUpload[] | null>
  /** The usual prices, a sentence for each category. */
  prices: Record<string, string>
  yearMax: number
  /** The text that the student accepts by sending. */
  agreement: string
}

/**
 * The upload form (SPEC 2 and 5): the file, what it is, check and send. It works as a plain form without a script. With a script, errors are shown before
 * data is spent, the file is sent in chunks as soon as it is chosen, empty fields are filled in from it, and the typed
 * text stays on the phone until it is sent.
 */
export function UploadForm({ result, earlier, corrected, formId, known, uploads, prices, yearMax, agreement }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const fileValues = useFileValues(form, result ? (result.fromFile ?? []) : Object.keys(earlier?.values ?? {}))
  const { status, mark, fromFile, readFile, noteTyped, reset } = fileValues
  const { shown, errors, transfer, uploading, same, stored, chosen, cancel, discard, beforeSending } = useFileForm({
    account: known.account,
    uploads,
    result,
    earlier: earlier?.stored ?? null,
    check: (data) => checkForm(data, fieldReasons(Object.fromEntries(data), yearMax)),
    async onArrived(arrived) {
      const rejected = await readFile(arrived).catch(ignoreReadError)
      keep()
      if (!rejected) {
        showInAddress(arrived.uploadSession)
      }
      return rejected
    },
  })
  const values = result?.values ?? earlier?.values ?? corrected?.values ?? {}
  // The file may have filled in a field that was empty at the last attempt.
  const remaining = Object.fromEntries(
    Object.entries(errors).filter(([name, error]) => !(mark(name) && Object.values<string>(emptyFields).includes(error))),
  )
  const fields = formFields(uploadForm(yearMax), values, remaining)
  const [chosenCategory, setCategory] = useState<string | null>(null)
  const { draft, keep, clear } = useDraft(form, known.account, !result && !corrected, transfer, fileValues)
  // Folded fields with an error, or with what the student typed into the rejected form.
  const isOpen = (names: readonly string[]) =>
    names.some((name) => remaining[name] ?? (!fromFile.includes(name) && result?.values[name]))
  const category = chosenCategory ?? draft?.fields.category ?? values.category ?? ''

  // An answer to the form has the plain address.
  const arrivedId = result?.stored?.id
  useEffect(() => {
    if (arrivedId) {
      showInAddress(arrivedId)
    }
  }, [arrivedId])

  function choose(event: ChangeEvent<HTMLInputElement>) {
    showInAddress(null)
    chosen(event)
  }

  function changed(event: FormEvent<HTMLFormElement>) {
    keep()
    noteTyped(event)
    if (event.target instanceof HTMLSelectElement && event.target.name === 'category') {
      setCategory(event.target.value)
    }
  }

  function startAgain() {
    discard()
    if (stored) {
      location.assign(href('/upload-materials'))
    }
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
      <input type="hidden" name="form_id" value={formId} />
      {draft && !uploading && transfer.step === 'idle' && (
        <div className="note stack" role="status">
          <p>
            {draft.file && !stored
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
      {corrected && <p className="note">{corrected.note}</p>}
      <h2>1. Your file</h2>
      <FilePart
        transfer={transfer}
        errors={errors}
        stored={stored}
        same={same}
        disabled={uploading}
        onChoose={choose}
        onCancel={cancel}
        address={href('/upload-materials')}
        status={uploading ? undefined : status}
      />
      <noscript>
        <button className="btn" name="step" value="file">
          Continue
        </button>
      </noscript>
      <h2 id="what-it-is">2. What it is</h2>
      <TextArea
        label="Title"
        {...fields.title}
        rows={3}
        hint={mark('title') ?? 'As on its first page. The Council allows up to 22 words.'}
      />
      <div className="two">
        <SelectField label="Category" {...fields.category} options={uploadCategories} />
        <SelectField label="Format" {...fields.format} options={uploadFormats} hint={mark('format')} />
      </div>
      <details className="card" open={isOpen(optional) || undefined}>
        <summary>
          <span>Pages, year, description and more</span>
          <span>{optional.some((name) => fromFile.includes(name)) ? 'Check what we read' : 'Optional'}</span>
        </summary>
        <div className="stack">
          <div className="two tight">
            <TextField label="Pages" optional {...fields.pages} inputMode="numeric" hint={mark('pages')} />
            <TextField
              label="Year"
              optional
              {...fields.year_of_study}
              type="number"
              inputMode="numeric"
              min={2000}
              max={yearMax}
              hint={mark('year_of_study') ?? `2000 to ${yearMax}`}
            />
          </div>
          <TextArea label="Description" optional {...fields.description} hint={mark('description')} />
          <TextField label="Subject area" optional {...fields.subject_area} />
          <TextField
            label="Institution"
            optional
            {...fields.institution}
            autoComplete="organization"
            defaultValue={values.institution ?? known.institution}
          />
          <SelectField
            label="Programme"
            optional
            {...fields.programme}
            options={programmes.map(({ stored: value, label }) => ({ value, label }))}
          />
          <TextField label="Design" optional {...fields.design} />
          <TextField label="Population and sample" optional {...fields.population_and_sample} placeholder="120 nurses" />
          <TextField label="Instrument" optional {...fields.instrument} />
        </div>
      </details>
      <h2>3. Check and send</h2>
      <TextField
        label="Email"
        {...fields.email}
        type="email"
        autoComplete="email"
        inputMode="email"
        hint="The answer goes here."
        defaultValue={values.email ?? known.email}
      />
      <input type="hidden" name="kept" value={values.kept} />
      {known.bank ? (
        <p className="card">
          Money goes to {known.bank}. <a href={`${href('/dashboard')}?bank`}>Change it in your profile</a>
        </p>
      ) : (
        <details className="card" open={isOpen(bankFields) || undefined}>
          <summary>
            <span>Where your share of each sale goes</span>
            <span>Bank details</span>
          </summary>
          <div className="stack">
            <BankField optional {...fields.bank_name} options={known.banks} likely={result?.likelyBanks} />
            <TextField
              label="Account number"
              optional
              {...fields.account_number}
              inputMode="numeric"
              autoComplete="off"
              placeholder="10 digits"
            />
            {known.asksName && <TextField label="Account name" optional {...fields.account_name} />}
          </div>
        </details>
      )}
      <p className="hint">The platform is not liable for mistakes in bank details.</p>
      <div className="stack">
        <h3>The price</h3>
        <p className="small">The reviewer sets the price when your work is approved.</p>
        <UsualPrices prices={prices} category={category} />
        <TextField label="A price you would like, in naira" optional {...fields.wished_price} inputMode="numeric" />
      </div>
      <p className="hint">{agreement}</p>
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

/** The fields that are folded away, those about the study's method last: a program cannot reliably read them. */
const optional = [
  'pages',
  'year_of_study',
  'description',
  'subject_area',
  'programme',
  'design',
  'population_and_sample',
  'instrument',
] as const
const bankFields = ['bank_name', 'account_number', 'account_name'] as const

/** Shows a file that has arrived in the page's address, so that a reload finds it. */
function showInAddress(uploadSession: string | null): void {
  const address = href('/upload-materials')
  // Not a navigation, which would load the page's data.
  history.replaceState(history.state, '', uploadSession ? `${address}?file=${uploadSession}` : address)
}

/** The usual prices of the chosen category, or of all categories if none is chosen or there is no script. */
function UsualPrices({ prices, category }: Pick<Props, 'prices'> & { category: string }) {
  if (category !== '') {
    return <p className="small">{prices[category]}</p>
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
