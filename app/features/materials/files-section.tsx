import { fileDetails, fileTitle } from './files.ts'
import type { Material } from './queries.server.ts'

/**
 * The contents of one of our products, and each file with type, length and size. Renders nothing for other materials.
 */
export function FilesSection({ material: { inside, files } }: { material: Material }) {
  if (files.length === 0) {
    return null
  }
  return (
    <section className="stack">
      <h2>What you get</h2>
      {inside && (
        <ul className="inside">
          {inside.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <ul className="stack">
        {files.map((file) => (
          <li key={file.position}>
            {fileTitle(file)}
            <br />
            <span className="small soft">{fileDetails(file)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
