import { Icon } from '#app/ui/icon.tsx'
import { ShopIcon } from '#app/ui/shop-icon.tsx'
import { fileDetails, fileTitle } from './files.ts'
import { getReaders } from './labels.ts'
import type { Material } from './queries.server.ts'

/**
 * The contents of one of our products, and each file with type, length and size. Renders nothing for other materials.
 */
export function FilesSection({ material: { inside, files, abstract } }: { material: Material }) {
  if (files.length === 0) {
    return null
  }
  const readers = getReaders(abstract)
  return (
    <section className="stack">
      <h2>What is inside</h2>
      <ul className="points">
        {inside?.map((line) => (
          <li key={line}>
            <ShopIcon name="tick" />
            <span>{line}</span>
          </li>
        ))}
        {files.map((file) => (
          <li key={file.position}>
            <Icon name="paper" />
            <span>
              {fileTitle(file)}
              <br />
              <span className="small soft">{fileDetails(file)}</span>
            </span>
          </li>
        ))}
      </ul>
      {readers && <p>{readers}</p>}
    </section>
  )
}
