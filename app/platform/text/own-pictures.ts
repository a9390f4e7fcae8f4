/*
 * Pictures of posts, settings and testimonials are in the public bucket product-files. Texts name them by their path, which is the same on every
 * backend; pages use the full address. Their size is in their file name, so that a page reserves their space while they load.
 */
const FOLDER = '/storage/v1/object/public/product-files/'
const NAME = /^posts\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}-([1-9]\d{0,3})x([1-9]\d{0,3})\.webp$/

/** How a picture is kept: whole, or as a small square for the face of somebody. */
export type PictureShape = 'whole' | 'face'

/** Pixels along each side of a face: three for each of the 44 that a page shows, which is what a sharp phone has. */
export const AVATAR_SIDE = 132

/** A picture's address on a page, and its size in pixels. */
export type ShownPicture = { src: string; width: number; height: number }

/** The path by which a text names a picture of the bucket. */
export function picturePath(name: string): string {
  return FOLDER + name
}

/**
 * Finds our picture and its size from its path, or from an address that ends in the path. Null for everything else: pages do not show
 * pictures of other sites (docs/decisions/0018).
 * @param filesOrigin the origin of public files on a hosted backend; '' when the site serves them.
 */
export function pictureAt(address: string | null | undefined, filesOrigin: string): ShownPicture | null {
  const path = pathIn(address ?? '')
  const [, width, height] = (path.startsWith(FOLDER) && NAME.exec(path.slice(FOLDER.length))) || []
  return width && height ? { src: filesOrigin + path, width: Number(width), height: Number(height) } : null
}

/** The same for a face: null also when the picture is no square, or so large that a page would be heavy for a small circle. */
export function avatarUrl(address: string | null | undefined, filesOrigin: string): ShownPicture | null {
  const picture = pictureAt(address, filesOrigin)
  return picture && picture.width === picture.height && picture.width <= AVATAR_SIDE ? picture : null
}

/** An admin may copy a picture's address from a page; then the site's origin is before the path. */
function pathIn(address: string): string {
  return /^https?:\/\/[^/]+(?<path>\/\S*)$/.exec(address)?.groups?.path ?? address
}
