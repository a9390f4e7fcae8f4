import { formatSize } from '#app/platform/text/sizes.ts'
import { href } from 'react-router'
import { formatDay } from '#app/platform/text/dates.ts'
import { type Detail, DetailsList } from '#app/ui/details-list.tsx'
import { getProgramme } from '../materials/study-details.ts'
import { getLabel, uploadFormats } from '../uploads/labels.ts'
import { getReviewLabel } from './labels.ts'
import type { Review, EarlierUploads } from './queries.server.ts'

const count = new Intl.NumberFormat('en-NG')

/**
 * The details that a program read from the file, with headings. `reading`: it is
 * reading now.
 */
export function FileMetadata({ review, reading }: { review: Review; reading: boolean }) {
  const { upload, read } = review
  const details = [
    read?.pages != null &&
      `${count.format(read.pages)} ${upload.format === 'PowerPoint' ? 'slide' : 'page'}${read.pages === 1 ? '' : 's'}`,
    read?.words != null && `${count.format(read.words)} words`,
    read?.bytes != null && formatSize(read.bytes),
  ].filter((detail) => detail !== false)
  return (
    <section className="stack" aria-labelledby="the-file" aria-busy={reading}>
      <h2 id="the-file">The file</h2>
      {upload.file_removed_at ? (
        <p className="note">It was removed on {formatDay(upload.file_removed_at)}.</p>
      ) : upload.file_changed_at ? (
        <p className="note stop">
          On {formatDay(upload.file_changed_at)} the stored file was found not to be the one that was sent. It is not given out
          and cannot be approved. Ask the student to send the file again with "Ask for changes".
        </p>
      ) : (
        <p className="row">
          <a className="btn" href={href('/upload-materials/:id/file', { id: upload.id })} download>
            Download {upload.file_name}
          </a>
          <span className="small soft">{details.join(' · ')}</span>
        </p>
      )}
      {reading && (
        <p className="small soft" role="status">
          The file is being read…
        </p>
      )}
      {upload.file_fits === false && !upload.file_removed_at && (
        <p className="note stop">Its content is not what its name says, so no copy is made on the drive.</p>
      )}
      {read?.note && <p className="note">{read.note}</p>}
      {read && read.pages !== null && upload.pages !== null && read.pages !== upload.pages && (
        <p className="note">
          The student says {upload.pages} pages; the file has {read.pages}.
        </p>
      )}
      {read && read.headings.length > 0 && (
        <details className="card">
          <summary>
            <span>{read.headings.length === 1 ? '1 heading' : `${read.headings.length} headings`}</span>
            <span>Show</span>
          </summary>
          <ol className="headings small">
            {/* A work may have the same heading twice, so only their order distinguishes them. */}
            {read.headings.map((heading, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- see above
              <li key={at}>{heading}</li>
            ))}
          </ol>
        </details>
      )}
    </section>
  )
}

/** The student's own statements about the work. */
export function StudentsWords({ review: { upload } }: { review: Review }) {
  const details: Detail[] = [
    { term: 'Terms', value: upload.terms_version === null ? 'Not agreed to yet' : `Agreed to (version ${upload.terms_version})` },
    { term: 'Category', value: getReviewLabel(upload.category) },
    { term: 'Format', value: getLabel(uploadFormats, upload.format) },
    { term: 'Subject area', value: upload.subject_area ?? '' },
    { term: 'Year', value: upload.year_of_study ? String(upload.year_of_study) : '' },
    { term: 'Programme', value: getProgramme(upload) ?? '' },
    { term: 'Design', value: upload.design ?? '' },
    { term: 'Population and sample', value: upload.population_and_sample ?? '' },
    { term: 'Instrument', value: upload.instrument ?? '' },
  ]
  return (
    <details className="card">
      <summary>
        <span>What the student says</span>
        <span>Show</span>
      </summary>
      <DetailsList details={details} />
      {upload.description && <p className="lines small">{upload.description}</p>}
    </details>
  )
}

/** Earlier works with this file or title. `seen` is null if they could not be looked up. */
export function EarlierUploadsList({ seen }: { seen: EarlierUploads[] | null }) {
  if (seen === null) {
    return <p className="note">Could not check for duplicates.</p>
  }
  if (seen.length === 0) {
    return <p className="small soft">No other upload or material has this file or this title.</p>
  }
  return (
    <section className="note stop" aria-labelledby="seen-before">
      <h2 className="h3" id="seen-before">
        Possible duplicates
      </h2>
      <ul className="seen">
        {seen.map(({ kind, id, title, status, same_file, same_title, same_student, sent_at }) => (
          <li key={id}>
            <a href={kind === 'material' ? href('/admin/catalogue/materials/:id', { id }) : href('/admin/reviews/:id', { id })}>
              {title}
            </a>
            <br />
            {[
              same_file && same_title ? 'the same file and title' : same_file ? 'the same file' : 'the same title',
              kind === 'material' ? `a material, ${status}` : `an upload, ${status}`,
              same_student ? 'of the same student' : kind === 'material' ? null : 'of another student',
              formatDay(sent_at),
            ]
              .filter(Boolean)
              .join(' · ')}
          </li>
        ))}
      </ul>
    </section>
  )
}
