import { href, useFetcher } from 'react-router'
import type { TextBlock } from '#app/services/reading.ts'

type Props = {
  uploadId: string
  beginning: TextBlock[]
  /** True for a Word document or a presentation. */
  canReadAll: boolean
}

/** The text of an upload: its beginning, and the whole of it once it is asked for. */
export function WholeText({ uploadId, beginning, canReadAll }: Props) {
  const { data, load, state } = useFetcher<{ text: TextBlock[] | null }>()
  const isLoading = state !== 'idle'
  return (
    <>
      {data?.text ? (
        <p className="small soft">All of its text and tables. Pictures and the layout are only in the file.</p>
      ) : (
        <p className="row small">
          <span className="soft">The beginning of its text.</span>
          {canReadAll && (
            <button
              className="btn bare"
              type="button"
              aria-disabled={isLoading || undefined}
              onClick={isLoading ? undefined : () => void load(href('/admin/reviews/:id/text', { id: uploadId }))}
            >
              {isLoading ? 'Reading...' : 'Read the whole text'}
            </button>
          )}
        </p>
      )}
      {data?.text === null && !isLoading && (
        <p className="note" role="alert">
          The whole text cannot be read. Download the file to see it.
        </p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by keyboard too */}
      <div className="sheetlet stack" role="group" tabIndex={0} aria-labelledby="pages">
        {(data?.text ?? beginning).map((block, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the blocks of a text have no other key and do not move
          <TextBlockView key={at} block={block} />
        ))}
      </div>
    </>
  )
}

function TextBlockView({ block }: { block: TextBlock }) {
  if (block.kind === 'table') {
    return (
      <table>
        <tbody>
          {block.rows.map((cells, row) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows and cells have no other key and do not move
            <tr key={row}>
              {cells.map((cell, column) => (
                // oxlint-disable-next-line react/no-array-index-key -- see above
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    )
  }
  if (block.kind === 'heading') {
    return (
      <p>
        <b>{block.text}</b>
      </p>
    )
  }
  return (
    <p className={block.kind === 'slide' ? 'small soft' : undefined}>{block.kind === 'item' ? `• ${block.text}` : block.text}</p>
  )
}
