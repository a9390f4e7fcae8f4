import { href } from 'react-router'
import type { TextBlock } from '#app/services/reading.ts'
import type { Review } from './queries.server.ts'
import { WholeText } from './whole-text.tsx'

/** CSS pixels of a page before its picture has arrived: the shape of A4. */
const WIDTH = 900
const HEIGHT = 1273

/**
 * The pages of an upload, to read beside the form. A program draws those of a PDF. Of a Word document or a presentation
 * the text is shown.
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
                src={href('/admin/reviews/:id/pages/:number', { id: upload.id, number: String(page) })}
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
  if (!read?.first_chapter) {
    return null
  }
  return (
    <section className="upload-pages" aria-labelledby="pages">
      <h2 id="pages">How it reads</h2>
      <WholeText
        uploadId={upload.id}
        beginning={getBlocks(read.first_chapter)}
        canReadAll={/\.(docx|pptx)$/i.test(upload.file_name)}
      />
    </section>
  )
}

/** Returns the beginning of the first chapter. server/reading writes only headings, paragraphs and list items. */
function getBlocks(markdown: string): TextBlock[] {
  return markdown
    .slice(0, 30_000)
    .split(/\n+/)
    .map((line) => {
      const [, sign, text = ''] = line.match(/^(### |- )?(.*)$/) ?? []
      return {
        kind: sign === '### ' ? 'heading' : sign === '- ' ? 'item' : 'text',
        text: text.replaceAll(/\\([^\w\s])/g, '$1'),
      }
    })
}
