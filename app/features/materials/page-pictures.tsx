import type { Material } from './queries.server.ts'

/** CSS pixels of a page in the row, which a tap opens in full size (products/builder/page-pictures.ts). */
const WIDTH = 139
const HEIGHT = 197

/**
 * Shows pictures of the first pages of one of our products, to leaf through. Each opens in full size, except the last
 * one, which is blurred. `files` is the address before a path in the public bucket.
 */
export function PagePictures({ material, files }: { material: Material; files: string }) {
  const pictures = material.page_pictures ?? []
  if (pictures.length === 0) {
    return null
  }
  const clear = pictures.length - 1
  const rest = material.pages === null ? null : material.pages - clear
  return (
    <section className="stack">
      <h2>Leaf through</h2>
      <ul className="row run">
        {pictures.map((path, at) => {
          const address = `${files}/storage/v1/object/public/product-files/${path}`
          const isBlurred = at === clear
          const picture = (
            <img
              src={address}
              alt={isBlurred ? '' : `Page ${at + 1} of ${material.title}`}
              width={WIDTH}
              height={HEIGHT}
              loading="lazy"
              decoding="async"
            />
          )
          return (
            <li key={path}>
              {isBlurred ? picture : <a href={address}>{picture}</a>}
              <p className="small soft">
                {!isBlurred ? `Page ${at + 1}` : rest === null ? 'More pages in the file' : `${rest} more pages`}
              </p>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
