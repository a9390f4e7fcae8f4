import { formatDay } from '../../platform/dates.ts'
import { formatNaira } from '../../platform/money.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Upload } from './queries.server.ts'
import { labelOf, statusBadge, uploadCategories, uploadFormats } from './words.ts'

/** Your Uploaded Materials: every field the specification names, newest first (SPEC 2). `uploads` is null when the read failed. */
export function UploadList({ uploads, loading }: { uploads: Upload[] | null; loading: boolean }) {
  return (
    <section aria-labelledby="your-uploads" aria-busy={loading}>
      <h2 id="your-uploads">Your Uploaded Materials</h2>
      {loading && (
        <p className="small soft" role="status">
          Loading your uploads...
        </p>
      )}
      {uploads === null && (
        <EmptyState title="Your uploads could not be read just now." hint="They are safe; only the list is missing.">
          <a className="btn" href="/upload-materials">
            Try again
          </a>
        </EmptyState>
      )}
      {uploads?.length === 0 && (
        <EmptyState title="No uploads yet" hint="Start uploading your nursing materials to earn commission on sales." />
      )}
      {uploads?.map((upload) => (
        <UploadItem key={upload.id} upload={upload} />
      ))}
    </section>
  )
}

function UploadItem({ upload }: { upload: Upload }) {
  const badge = statusBadge(upload.upload_status)
  const facts = [
    labelOf(uploadCategories, upload.category),
    labelOf(uploadFormats, upload.format),
    upload.pages === null ? null : `${upload.pages} pages`,
    formatDay(upload.created_at),
  ].filter((fact) => fact !== null)
  return (
    <article className="item">
      <div className="row">
        <span className={`badge ${badge.look}`}>
          {badge.icon && <Icon name={badge.icon} />}
          {badge.label}
        </span>
        {upload.proposed_price > 0 && <span className="price">{formatNaira(upload.proposed_price)}</span>}
      </div>
      <h3>{upload.title}</h3>
      <p className="small soft">{facts.join(' · ')}</p>
      {upload.description && <p className="small">{upload.description}</p>}
      {upload.review_notes && <p className="note">{upload.review_notes}</p>}
      <p className="small">
        <a href={`/upload-materials/${upload.id}/file`} download>
          Download your file
        </a>
      </p>
    </article>
  )
}
