import { href } from 'react-router'
import type { TrackStep } from './upload-track.ts'

/** An upload as the dashboard shows it. `publicPage`: its address in the shop, or null. */
export type TrackedUpload = { id: string; title: string; steps: TrackStep[]; publicPage: string | null }

type Props = {
  /** The newest uploads. */
  uploads: readonly TrackedUpload[]
  total: number
}

/** The newest uploads with the steps that each has reached. */
export function UploadsSection({ uploads, total }: Props) {
  return (
    <section className="stack" aria-labelledby="own-uploads">
      <div className="row between">
        <h2 id="own-uploads">Your uploads</h2>
        <a href={`${href('/upload-materials')}#your-uploads`}>{total > uploads.length ? `All ${total}` : 'Details'}</a>
      </div>
      <ul className="track-list">
        {uploads.map(({ id, title, steps, publicPage }) => (
          <li key={id}>
            <p className="name">{publicPage ? <a href={publicPage}>{title}</a> : title}</p>
            <UploadTrack steps={steps} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The steps that an upload has reached on its way into the shop. */
export function UploadTrack({ steps }: { steps: readonly TrackStep[] }) {
  return (
    <ol className="track">
      {steps.map(({ label, state }) => (
        <li key={label} className={state} aria-current={state === 'now' ? 'step' : undefined}>
          {label}
        </li>
      ))}
    </ol>
  )
}
