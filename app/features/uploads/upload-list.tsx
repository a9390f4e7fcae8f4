import { href } from 'react-router'
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
  /** True if the review cannot go on before the student does something. */
  blocked: boolean
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

/** A link of an upload: its label, and the words that only a screen reader adds to it. */
export type UploadLink = { label: string; rest: string; to: string; look: string; download?: boolean }

/** An upload in the list, with what can be done. */
export type ListedUpload = ShownUpload & {
  links: UploadLink[]
  /** The shop's side of a published work: what its student receives and received, and the links to see and share it. */
  shop: { lines: string[]; links: UploadLink[] } | null
}

/** Shown while the list is loading (SPEC 2). */
export function LoadingUploads() {
  return (
    <p className="small soft" role="status">
      Loading your uploads...
    </p>
  )
}

/**
 * The uploads that need something from the student, above the form. Renders nothing if there are none.
 */
export function WaitingUploads({ uploads }: { uploads: ListedUpload[] | null }) {
  const blocked = uploads?.filter((upload) => upload.blocked) ?? []
  return blocked.length === 0 ? null : (
    <section className="stack" aria-labelledby="waiting-for-you">
      <h2 id="waiting-for-you">Waiting for you</h2>
      {blocked
        .toSorted((one, other) => Number(other.asked) - Number(one.asked))
        .map((upload) => (
          <UploadItem key={upload.id} upload={upload} />
        ))}
    </section>
  )
}

/**
 * The other uploads with all fields of the specification, newest first (SPEC 2), below the number of all of them. Null
 * if the read failed.
 */
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
    <>
      <p className="small soft">{describeCounts(uploads)}</p>
      {uploads
        .filter(({ blocked }) => !blocked)
        .map((upload) => (
          <UploadItem key={upload.id} upload={upload} />
        ))}
    </>
  )
}

/** Returns the number of uploads, and of those with each badge, such as "3 works: 1 pending, 2 approved". */
export function describeCounts(uploads: readonly Pick<ShownUpload, 'badge'>[]): string {
  const counts = new Map<string, number>()
  for (const { badge } of uploads) {
    const label = badge.label.toLowerCase()
    counts.set(label, (counts.get(label) ?? 0) + 1)
  }
  const parts = [...counts].map(([label, count]) => `${count} ${label}`)
  return `${uploads.length === 1 ? '1 work' : `${uploads.length} works`}: ${parts.join(', ')}`
}

function UploadItem({ upload }: { upload: ListedUpload }) {
  const { title, badge, price, details, description, notes, asked, due, remarks, links, shop } = upload
  const rest = (
    <>
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
      <Links links={links} className="row" />
    </>
  )
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
      {shop ? (
        <>
          {shop.lines.map((line) => (
            <p key={line} className="small">
              {line}
            </p>
          ))}
          <Links links={shop.links} className="pair" />
          <details>
            <summary>
              <span className="sr">{title}</span>
              <span>More</span>
            </summary>
            <div className="stack">{rest}</div>
          </details>
        </>
      ) : (
        rest
      )}
    </article>
  )
}

function Links({ links, className }: { links: UploadLink[]; className: string }) {
  return (
    <div className={className}>
      {links.map(({ label, rest, to, look, download }) => (
        <a key={label} className={`btn ${look}`} href={to} download={download}>
          {label}
          <span className="sr"> {rest}</span>
        </a>
      ))}
    </div>
  )
}
