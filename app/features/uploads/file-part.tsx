import { formatSize } from '#app/platform/text/sizes.ts'
import { type ChangeEvent, useState } from 'react'
import { signInPath } from '#app/platform/session/return-path.ts'
import { TextField } from '#app/ui/field.tsx'
import { acceptedFiles } from './accepted-files.ts'
import { ArrivedFileNote } from './arrived-file-note.tsx'
import { type StoredUpload, type SameFile, sentBefore } from './check-upload.ts'
import { formatSpeed, type Line, getSent, timeLeft, type Transfer } from './transfer.ts'

type Props = {
  transfer: Transfer
  errors: Record<string, string>
  /** A file that has already arrived. */
  stored: StoredUpload | null
  /** The earlier upload with the same file. */
  same: SameFile | null
  disabled: boolean
  onChoose(event: ChangeEvent<HTMLInputElement>): void
  onCancel(): void
  /** The path to return to after signing in again. */
  address: string
  /** The progress of a file that has arrived before its form. */
  status?: string | undefined
}

const lines: Record<Line, string> = {
  up: 'You can close this page. Choose the same file again, here or on another network, and it continues from where it stopped.',
  cut: 'The connection was cut. It continues automatically from where it stopped.',
  offline: 'You are offline. It continues automatically when the connection is back.',
}

/** The file of a form: the input, the progress, and the question about a file that was sent before. */
export function FilePart({ transfer, errors, stored, same, disabled, onChoose, onCancel, address, status }: Props) {
  const before = errors.again ?? (same && sentBefore(same))
  const [file, setFile] = useState<File | null>(null)
  function choose(event: ChangeEvent<HTMLInputElement>) {
    setFile(event.currentTarget.files?.[0] ?? null)
    onChoose(event)
  }
  return (
    <div className="drop">
      <TextField
        label="Choose your file"
        name="file"
        type="file"
        required={!stored}
        accept={acceptedFiles.map(({ ending }) => `.${ending}`).join(',')}
        hint="PDF, Word or PowerPoint (.pdf, .doc, .docx, .ppt, .pptx), up to 50MB"
        error={errors.file}
        disabled={disabled}
        onChange={choose}
      />
      {file && file.name !== stored?.name && (
        <p className="small">
          <b>{file.name}</b> · {formatSize(file.size)}
        </p>
      )}
      {stored && <ArrivedFileNote file={stored} hidden={Boolean(file && file.name !== stored.name)} />}
      {before && (
        <div className="note stack">
          <p id="sent-before">{before}</p>
          <label className="row">
            <input
              type="checkbox"
              name="again"
              value="yes"
              aria-describedby="sent-before"
              aria-invalid={errors.again ? true : undefined}
            />
            Send it anyway
          </label>
        </div>
      )}
      <Progress transfer={transfer} onCancel={onCancel} status={status} />
      {transfer.step === 'stopped' && transfer.next === 'sign in' && (
        <a className="btn" href={signInPath(address)}>
          Sign in again
        </a>
      )}
    </div>
  )
}

/** The progress of a file that is sent. */
export function Progress({ transfer, onCancel, status }: Pick<Props, 'transfer' | 'onCancel' | 'status'>) {
  if (transfer.step === 'reading' || transfer.step === 'arrived') {
    return (
      <p className="small" role="status">
        {transfer.step === 'reading' ? 'Reading the file...' : (status ?? 'All of it has arrived. We are checking it.')}
      </p>
    )
  }
  if (transfer.step !== 'sending') {
    return null
  }
  const { sent, total, speed, line } = transfer
  const details = [
    getSent(sent, total),
    speed === null ? null : formatSpeed(speed),
    speed === null ? null : timeLeft(total - sent, speed),
  ].filter((detail) => detail !== null)
  return (
    <div className="sending">
      <progress className="bar" value={sent} max={total} aria-label="Upload" />
      <p className="small num">{details.join(' · ')}</p>
      <button className="btn" type="button" onClick={onCancel}>
        Cancel
      </button>
      <p className="small soft" role="status">
        {lines[line]}
      </p>
    </div>
  )
}
