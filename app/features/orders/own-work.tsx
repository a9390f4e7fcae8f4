import { href } from 'react-router'
/** A work of the signed-in user; `upload` is the one from which it was published, or null if that was deleted. */
export type OwnWork = { upload: string | null }

/** Tells authors that a work is their own, in place of the payment, and opens their file. */
export function ThisIsYourWork({ own }: { own: OwnWork }) {
  return (
    <div className="note stack">
      <p>
        <b>This is your work.</b> You cannot buy it.
      </p>
      <OpenUpload own={own} />
    </div>
  )
}

/** The button that opens the file that the author sent, or the list of uploads without it. */
export function OpenUpload({ own: { upload } }: { own: OwnWork }) {
  return upload === null ? (
    <a className="btn go" href={href('/upload-materials')}>
      Open your uploads
    </a>
  ) : (
    <a className="btn go" href={href('/upload-materials/:id/file', { id: upload })}>
      Open your file
    </a>
  )
}
