import type { Review } from './queries.server.ts'

/** CSS pixels of a page before its picture has arrived: the shape of A4. */
const WIDTH = 900
const HEIGHT = 1273

/**
 * The pages of an upload, to read beside the form. A program draws those of a PDF. Of any other file the beginning of
 * its text is shown.
 */
export function UploadPages({ review: { upload, read } }: { review: Review }) {
  if (upload.file_removed_at || upload.file_changed_at) {
    return null
  }
  const isPdf = upload.file_name.toLowerCase().endsWith('.pdf')
  if (isPdf && read?.pages) {
    const pages = Array.from({ length: read.pages }, (_, at) => at + 1)
    return (
      <section className="upload-pages" aria-labelledby="pages">
        <h2 id="pages">{pages.length === 1 ? '1 page' : `${pages.length} pages`}</h2>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by keyboard too */}
        <ol tabIndex={0} aria-labelledby="pages">
          {pages.map((page) => (
            <li key={page}>
              <img
                src={`/admin/reviews/${upload.id}/pages/${page}`}
                alt={`Page ${page}`}
                width={WIDTH}
                height={HEIGHT}
                loading="lazy"
                decoding="async"
              />
              <span className="small soft" aria-hidden="true">
                {page}
              </span>
            </li>
          ))}
        </ol>
      </section>
    )
  }
  return read?.first_chapter ? (
    <section className="upload-pages" aria-labelledby="pages">
      <h2 id="pages">How it reads</h2>
      {!isPdf && <p className="small soft">The beginning of its text. Download the file to see all of it, with its pages.</p>}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by keyboard too */}
      <div className="sheetlet stack" role="group" tabIndex={0} aria-labelledby="pages">
        {paragraphs(read.first_chapter).map(({ at, heading, text }) => (
          <p key={at}>{heading ? <b>{text}</b> : text}</p>
        ))}
      </div>
    </section>
  ) : null
}

/** Splits the beginning of the first chapter. server/reading writes only headings, paragraphs and list items. */
function paragraphs(markdown: string): { at: number; heading: boolean; text: string }[] {
  return markdown
    .slice(0, 30_000)
    .split(/\n+/)
    .map((line, at) => ({
      at,
      heading: line.startsWith('### '),
      text: line.replace(/^### /, '').replaceAll(/\\([^\w\s])/g, '$1'),
    }))
}
