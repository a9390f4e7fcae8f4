import { href } from 'react-router'
import { AccountField } from '#app/ui/account-field.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Icon, type IconName } from '#app/ui/icon.tsx'

/** An upload as texts (shown-uploads.server.ts), so that the phone does not load the code that formats them. */
export type ShownUpload = {
  id: string
  title: string
  badge: { look: string; icon: IconName; label: string }
  /** The proposed price, if it is above 0. */
  price: string | null
  /** Category, format, pages and the day it was sent. */
  details: string
  description: string | null
  notes: string | null
  /** True if the student must make changes. */
  asked: boolean
  pending: boolean
  /** The day by which the review is due; null if the reviewer need not act. */
  due: { on: string; late: boolean } | null
  /** True if its file is missing. */
  withoutFile: boolean
  /** Remarks for the student about its file, or steps towards its approval. */
  remarks: string
  sentOn: string
  /** The file's hash, so that the browser recognises a file that was sent before. */
  sha256: string | null
}

/** An upload in the list. `publicPage`: its address in the shop, or null. */
export type ListedUpload = ShownUpload & { publicPage: string | null }

/** Shown while the list is loading (SPEC 2). */
export function LoadingUploads() {
  return (
    <p className="small soft" role="status">
      Loading your uploads...
    </p>
  )
}

/** All fields of the specification, newest first (SPEC 2). Null if the read failed. */
export function UploadList({ uploads }: { uploads: ListedUpload[] | null }) {
  if (uploads === null) {
    return (
      <EmptyState title="Your uploads could not be loaded." hint="They are safe; only the list is missing.">
        <a className="btn" href={href('/upload-materials')}>
          Try again
        </a>
      </EmptyState>
    )
  }
  return uploads.length === 0 ? (
    <EmptyState title="No uploads yet" hint="Start uploading your nursing materials to earn commission on sales." />
  ) : (
    uploads.map((upload) => <UploadItem key={upload.id} upload={upload} />)
  )
}

function UploadItem({ upload }: { upload: ListedUpload }) {
  const { id, title, badge, price, details, description, notes, asked, pending, due, withoutFile, remarks } = upload
  return (
    <article className="item">
      <div className="row">
        <span className={`badge ${badge.look}`}>
          <Icon name={badge.icon} />
          {badge.label}
        </span>
        {price && <span className="price">{price}</span>}
      </div>
      <h3>{title}</h3>
      <p className="small soft">{details}</p>
      {description && <p className="small lines">{description}</p>}
      {notes && (
        <div className={asked ? 'note asked' : 'note'}>
          {asked && <b>The reviewer asks for a change</b>}
          <p className="lines">{notes}</p>
        </div>
      )}
      {due && (
        <p className="small">
          {due.late ? (
            <>
              The answer was due by {due.on} and is late. <a href={href('/contact')}>Ask us about it</a>.
            </>
          ) : (
            `The answer is due by ${due.on}.`
          )}
        </p>
      )}
      {remarks && <p className="small">{remarks}</p>}
      <div className="row">
        {pending && (
          <a className={asked ? 'btn go' : 'btn'} href={href('/upload-materials/:id/replace', { id })}>
            Replace the file<span className="sr"> of {title}</span>
          </a>
        )}
        {upload.publicPage && (
          <a className="btn bare" href={upload.publicPage}>
            See it in the shop<span className="sr"> {title}</span>
          </a>
        )}
        {!withoutFile && (
          <a className="btn bare" href={href('/upload-materials/:id/file', { id })} download>
            Download your file<span className="sr"> of {title}</span>
          </a>
        )}
        {pending && (
          <>
            <button className="btn bare" type="button" popoverTarget={`withdraw-${id}`}>
              Withdraw<span className="sr"> {title}</span>
            </button>
            <dialog id={`withdraw-${id}`} popover="auto" aria-label="Withdraw this work">
              <form className="stack" method="post" action={href('/upload-materials/:id/withdraw', { id })}>
                <AccountField />
                <h2>Withdraw this work?</h2>
                <p>
                  <b>{title}</b> and its file are removed, and it will not be reviewed. You can send it again later.
                </p>
                <p className="row">
                  <button className="btn no">Withdraw it</button>
                  <button className="btn bare" type="button" popoverTarget={`withdraw-${id}`} popoverTargetAction="hide">
                    Keep it
                  </button>
                </p>
              </form>
            </dialog>
          </>
        )}
      </div>
    </article>
  )
}
