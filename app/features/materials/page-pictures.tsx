import type { Material } from './queries.server.ts'

/** CSS pixels of a page in the row, which a tap opens in full size (products/builder/page-pictures.ts). */
const WIDTH = 139
const HEIGHT = 197

/**
 * Shows pictures of the pages that visitors may read, to leaf through. Each opens in full size. The rest of the file is
 * one blurred picture: of its next page, or again of the last free page, so that no picture of a student's paid page
 * exists. `files` is the address before a path in the public bucket.
 */
export function PagePictures({ material, files }: { material: Material; files: string }) {
  const { pictures, blurred_picture: blurred, pages, title } = material
  const last = pictures.at(-1)
  if (!last) {
    return null
  }
  const rest = pages === null ? null : pages - pictures.length
  const getAddress = (path: string) => `${files}/storage/v1/object/public/product-files/${path}`
  const picture = (path: string, alt: string) => (
    <img src={getAddress(path)} alt={alt} width={WIDTH} height={HEIGHT} loading="lazy" decoding="async" />
  )
  return (
    <section className="stack">
      <h2>Leaf through</h2>
      <ul className="row run leaves">
        {pictures.map(({ page, path }) => (
          <li key={path}>
            <a href={getAddress(path)}>{picture(path, `Page ${page} of ${title}`)}</a>
            <p className="small soft">Page {page}</p>
          </li>
        ))}
        {rest !== 0 && (
          <li>
            <div className={blurred ? undefined : 'blurred'}>{picture(blurred ?? last.path, '')}</div>
            <p className="small soft">{rest === null || rest < 0 ? 'More pages in the file' : `${rest} more pages`}</p>
          </li>
        )}
      </ul>
    </section>
  )
}
