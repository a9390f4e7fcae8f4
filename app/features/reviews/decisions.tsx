import { type RefObject, useRef, useState } from 'react'
import { href, Link, useSearchParams } from 'react-router'
import { formatDay, formatMoment } from '#app/platform/text/dates.ts'
import { formatNaira } from '#app/platform/text/money.ts'
import { SelectField, TextArea, TextField, TickField } from '#app/ui/field.tsx'
import type { ActionResult } from '../console/action-result.ts'
import { FieldControls } from '../console/field-controls.tsx'
import { FormDetails } from '../console/form-details.tsx'
import { FormSection } from '../console/form-section.tsx'
import { RecordForm } from '../console/record-form.tsx'
import { materialFormats } from '../materials/labels.ts'
import { getAcceptedFile } from '../uploads/accepted-files.ts'
import type { Review } from './queries.server.ts'
import { readyChanges, type ReadyReason, readyRejections } from './ready-reasons.ts'
import type { Approval, Note } from './schema.ts'
import { getLabel, uploadFormats } from '../uploads/labels.ts'
import { categoryChoices, categoryFor } from './labels.ts'
import { type Missing, missingForApproval } from './missing.ts'
import { useOptimisticChecks } from './optimistic-checks.ts'

type Props = { review: Review; result: ActionResult | undefined }
type Decision = 'approve' | 'request-changes' | 'reject' | 'reopen'

/** Returns the properties of the form of a decision. */
const getForm = ({ review: { upload, version }, result }: Props, act: Decision) => ({
  action: href(`/admin/reviews/:id/${act}`, upload),
  draft: `reviews/${upload.id}/${act}`,
  version: String(version),
  result: result?.act === act ? result : undefined,
})

/**
 * `sharePercent`: the default share of an approval, from the money rules. `sellsHere`: true if works are sold on this
 * site. `hasSameFile`: another student sent the same file.
 */
type Offering = Props & { sharePercent: number; sellsHere: boolean; hasSameFile: boolean }

/**
 * The answers other than an approval; one is open at a time. `buyers`: the number of buyers who have the file of this
 * work; null if it could not be read.
 */
export function OtherDecisions({ buyers, ...props }: Props & { buyers: number | null }) {
  const [changes, rejection] = [getForm(props, 'request-changes'), getForm(props, 'reject')]
  const [ready] = useSearchParams()
  const chosen = ready.get('ready')
  const [change, reason] = [readyChanges, readyRejections].map((reasons) => reasons.find(({ key }) => key === chosen))
  const lastAsked = props.review.messages.findLast(({ from_reviewer }) => from_reviewer)
  return (
    <section className="stack decisions" aria-labelledby="decision">
      <h2 id="decision">Not ready?</h2>
      {lastAsked && (
        <p className="small soft">
          Changes were requested on {formatMoment(lastAsked.created_at)}, and the student got an email.
          {props.review.due ? '' : ' It waits for the student.'}
        </p>
      )}
      <FormDetails
        // A chosen reason begins the form again.
        key={`changes ${change?.key}`}
        name="decision"
        className="card"
        result={changes.result}
        open={change !== undefined}
      >
        <summary>
          <span>Ask for changes</span>
          <span>It stays pending</span>
        </summary>
        <RecordForm<keyof Note>
          {...changes}
          stored={{ note: change?.text ?? props.review.upload.review_notes ?? '' }}
          save="Ask for changes"
        >
          {(field) => (
            <TextArea
              label="What should be changed"
              above={<ReadyReasons reasons={readyChanges} chosen={chosen} upload={props.review.upload.id} />}
              hint="The student gets it by email."
              maxLength={5000}
              {...(change && { autoFocus: true })}
              {...field('note')}
            />
          )}
        </RecordForm>
      </FormDetails>
      <FormDetails
        key={`rejection ${reason?.key}`}
        name="decision"
        className="card"
        result={rejection.result}
        open={reason !== undefined}
      >
        <summary>
          <span>Reject it</span>
          <span>With a reason</span>
        </summary>
        <RecordForm<keyof Note> {...rejection} stored={{ note: reason?.text ?? '' }} save="Reject it">
          {(field) => (
            <>
              {buyerLossWarning(buyers)}
              <TextArea
                label="Reason"
                above={<ReadyReasons reasons={readyRejections} chosen={chosen} upload={props.review.upload.id} />}
                hint="The student gets it by email, with the day on which the file is removed: in 14 days."
                maxLength={5000}
                {...(reason && { autoFocus: true })}
                {...field('note')}
              />
            </>
          )}
        </RecordForm>
      </FormDetails>
    </section>
  )
}

/** Reasons that fill the field. They are links, so that they work without a script. */
function ReadyReasons({ reasons, chosen, upload }: { reasons: readonly ReadyReason[]; chosen: string | null; upload: string }) {
  return (
    <span className="chips">
      {reasons.map(({ key, label }) => (
        <Link
          key={key}
          className="chip"
          to={`${href('/admin/reviews/:id', { id: upload })}?ready=${key}#decision`}
          aria-current={key === chosen ? 'true' : undefined}
          replace
        >
          {label}
        </Link>
      ))}
    </span>
  )
}

/** Returns the consequence of a rejection for buyers of the work. */
function buyerLossWarning(buyers: number | null) {
  return buyers === 0 ? null : (
    <p className="note stop">
      {buyers === null
        ? 'The number of buyers could not be loaded.'
        : buyers === 1
          ? 'One person bought this work.'
          : `${buyers} people bought this work.`}{' '}
      After a rejection buyers cannot get its file any more, and may ask for their money back.
    </p>
  )
}

/** The form of an approval. Price and button stay at the bottom of the window. */
export function Approve({ review, result: last, sharePercent, sellsHere, hasSameFile }: Offering) {
  const { upload, read, material, study } = review
  const { preview_section, ...studyControls } = study.controls
  const form = getForm({ review, result: last }, 'approve')
  const { result } = form
  const stored = {
    title: material?.title ?? upload.title,
    category: material?.category ?? categoryFor(upload.category),
    subject_area: material?.subject_area ?? upload.subject_area ?? '',
    price: material ? String(material.price) : '',
    share_percent: String(material?.share_percent ?? sharePercent),
    selar_link: material?.selar_link ?? '',
    sold_here: (material?.sold_here ?? sellsHere) ? 'on' : '',
    slug: material?.slug ?? '',
    pages: String(material?.pages ?? read?.pages ?? upload.pages ?? ''),
    year_of_study: String(material?.year_of_study ?? upload.year_of_study ?? ''),
    chapter_one_preview: material?.chapter_one_preview ?? read?.first_chapter ?? '',
    format: material?.format ?? getFormat(upload),
    ...study.values,
    note: '',
  }
  const [price, setPrice] = useState(result?.values.price ?? stored.price)
  const [share, setShare] = useState(result?.values.share_percent ?? stored.share_percent)
  const [isSold, setSold] = useState((result?.values ?? stored).sold_here === 'on')
  const { checks, isSaving } = useOptimisticChecks(review)
  const list = useRef<HTMLDivElement>(null)
  const unfinished = missingForApproval({ ...review, checks, hasSameFile })
  const missing = [...unfinished, ...(price.trim() === '' ? [{ text: 'Give it a price. 0 is Free.' }] : [])]
  return (
    <RecordForm<keyof Approval>
      {...form}
      stored={stored}
      isWaiting={isSaving}
      onSubmit={(event) => {
        // The list says all that is missing; the response would only say the first.
        if (unfinished.length > 0) {
          event.preventDefault()
          list.current?.focus({ preventScroll: true })
          list.current?.scrollIntoView({ block: 'center' })
        }
      }}
      save={
        missing.length === 0
          ? isSold
            ? 'Approve and sell'
            : 'Approve it'
          : `Approve it: ${missing.length === 1 ? '1 thing is' : `${missing.length} things are`} missing`
      }
      renderBeside={(field, tick) => (
        <>
          <TextField
            label="Price in naira"
            inputMode="numeric"
            hint={upload.wished_price === null ? undefined : `The student would like ${formatNaira(upload.wished_price)}.`}
            {...field('price')}
            onChange={({ target }) => setPrice(target.value)}
          />
          <p className="small" aria-live="polite">
            {price.trim() !== '' && (
              <>
                The student receives <b className="price">{part(price, share)}</b> of each sale.
              </>
            )}
          </p>
          {sellsHere && (
            <TickField label="Sell it here" {...tick('sold_here')} onChange={({ target }) => setSold(target.checked)} />
          )}
        </>
      )}
    >
      {(field, tick) => (
        <>
          <h2>How it will be sold</h2>
          <BeforeApproval missing={missing} list={list} />
          <TextArea label="Title" required rows={3} maxLength={400} {...field('title')} />
          <SelectField label="Category" required options={categoryChoices} {...field('category')} />
          <TextField label="Subject area" optional maxLength={100} {...field('subject_area')} />
          <TextField
            label="Student's part, %"
            inputMode="numeric"
            hint="At a price of 0 the work is free."
            {...field('share_percent')}
            onChange={({ target }) => setShare(target.value)}
          />
          <TextArea
            label="Free to read before buying"
            rows={8}
            hint="Markdown. Read out of the file; take out whatever should not be public. It may stay empty where there is an abstract."
            {...field('chapter_one_preview')}
          />
          <FieldControls controls={{ preview_section }} field={field} tick={tick} />
          <FormSection title="About the file" field={field} fields={{ pages: 'pages', year_of_study: 'year', format: 'format' }}>
            <div className="two tight">
              <TextField label="Pages" optional inputMode="numeric" {...field('pages')} />
              <TextField label="Year" optional inputMode="numeric" {...field('year_of_study')} />
              <SelectField
                label="Format"
                options={materialFormats.map((value) => ({ value, label: getLabel(uploadFormats, value) }))}
                {...field('format')}
              />
            </div>
            <p className="hint">Its page also says the size of the file and the day on which it was sent.</p>
          </FormSection>
          <FieldControls controls={studyControls} field={field} tick={tick} />
          {sellsHere ? (
            <FormSection title="Sold on Selar" field={field} fields={{ selar_link: 'purchase link' }}>
              <SelarLink
                {...field('selar_link')}
                hint="Only when it is paid there. The link takes precedence. Sold here, buyers pay through Paystack and get this file."
              />
            </FormSection>
          ) : (
            <SelarLink
              {...field('selar_link')}
              hint="Without it the material waits, hidden, until it has one. Create the product with the Selar pack."
            />
          )}
          <FormSection title="Address and message" field={field} fields={{ slug: 'address', note: 'message to the student' }}>
            <TextField
              label="Address"
              optional
              hint="The end of its address. Left empty, it is made from the title."
              maxLength={200}
              autoCapitalize="none"
              {...field('slug')}
            />
            <TextArea label="Message to the student" optional maxLength={5000} {...field('note')} />
          </FormSection>
        </>
      )}
    </RecordForm>
  )
}

function SelarLink(field: { name: string; defaultValue: string; error: string | undefined; hint: string }) {
  return <TextField label="Purchase link on Selar" optional inputMode="url" placeholder="https://selar.co/…" {...field} />
}

/** Lists what must be done before the approval. The button of the approval focuses it. */
function BeforeApproval({ missing, list }: { missing: Missing[]; list: RefObject<HTMLDivElement | null> }) {
  return missing.length === 0 ? null : (
    <div className="note before-approval" role="group" aria-labelledby="before-approval" tabIndex={-1} ref={list}>
      <p id="before-approval">
        <b>Before you can approve it:</b>
      </p>
      <ul className="stack">
        {missing.map(({ text, to }) => (
          <li key={text}>{to ? <a href={to}>{text}</a> : text}</li>
        ))}
      </ul>
    </div>
  )
}

/** Returns the format by the file name, or else the student's own choice. */
function getFormat({ file_name, format }: Review['upload']): string {
  const ending = getAcceptedFile(file_name)?.ending ?? ''
  return ending === 'pdf' ? 'PDF' : ending.startsWith('doc') ? 'Word' : ending.startsWith('ppt') ? 'PowerPoint' : format
}

/** The decision, with a button to undo it. */
export function Decided({ review, result }: Props) {
  const { upload, material, decided } = review
  const form = getForm({ review, result }, 'reopen')
  return (
    <section className="stack" aria-labelledby="decided">
      <h2 id="decided">{upload.upload_status === 'approved' ? 'Approved' : 'Rejected'}</h2>
      {decided && (
        <p className="small soft">
          By {decided.by} on {formatDay(decided.at)}.
        </p>
      )}
      {upload.review_notes && <p className="note lines">{upload.review_notes}</p>}
      {material && (
        <dl className="pairs small">
          <div>
            <dt>Price</dt>
            <dd>{formatNaira(material.price)}</dd>
          </div>
          <div>
            <dt>The student's part</dt>
            <dd>
              {material.share_percent} %, {part(String(material.price), String(material.share_percent))}
            </dd>
          </div>
        </dl>
      )}
      {upload.file_removal_due && !upload.file_removed_at && (
        <p className="note">Its file is removed on {formatDay(upload.file_removal_due)}. The student got an email.</p>
      )}
      {!upload.file_removed_at && (
        <FormDetails className="card" result={form.result}>
          <summary>
            <span>Was it a mistake?</span>
            <span>Undo the decision</span>
          </summary>
          <RecordForm {...form} stored={{}} save="Undo decision">
            {() => (
              <p className="small">
                It waits for a review again{material?.published_at && ', and leaves the marketplace'}. The student is emailed.
              </p>
            )}
          </RecordForm>
        </FormDetails>
      )}
    </section>
  )
}

/** Returns the amount of a share of a price; both as typed. */
function part(price: string, share: string): string {
  const naira = Number(price.replaceAll(/[₦,\s]/g, ''))
  const percent = Number(share)
  return price.trim() !== '' && Number.isFinite(naira * percent) ? formatNaira((naira * percent) / 100) : '…'
}
