/*
 * Pictures of posts, settings and testimonials are in the public bucket product-files. Texts reference them by their
 * path, which is the same on every backend; pages use the full address. Their size is in their file name, so that a
 * page reserves their space while they load.
 */
const FOLDER = '/storage/v1/object/public/product-files/'
const NAME = /^posts\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}-([1-9]\d{0,3})x([1-9]\d{0,3})\.webp$/

/** The stored shape of a picture: whole, or a small square for an avatar. */
export type PictureShape = 'whole' | 'face'

/** Pixels along each side of an avatar: three for each of the 44 that a page shows, the density of a sharp phone. */
export const AVATAR_SIDE = 132

/** A picture's address on a page, and its size in pixels. */
export type ShownPicture = { src: string; width: number; height: number }

/** Returns the path by which a text references a picture of the bucket. */
export function picturePath(name: string): string {
  return FOLDER + name
}

/**
 * Finds our picture and its size from its path, or from an address that ends in the path. Null for everything else:
 * pages do not show pictures of other sites (docs/decisions/0018).
 * @param filesOrigin the origin of public files on a hosted backend; '' when the site serves them.
 */
export function pictureAt(address: string | null | undefined, filesOrigin: string): ShownPicture | null {
  const path = pathIn(address ?? '')
  const [, width, height] = (path.startsWith(FOLDER) && NAME.exec(path.slice(FOLDER.length))) || []
  return width && height ? { src: filesOrigin + path, width: Number(width), height: Number(height) } : null
}

/** Does the same for an avatar; null also if the picture is not square, or too large for a small circle. */
export function avatarUrl(address: string | null | undefined, filesOrigin: string): ShownPicture | null {
  const picture = pictureAt(address, filesOrigin)
  return picture && picture.width === picture.height && picture.width <= AVATAR_SIDE ? picture : null
}

/**
 * Returns the path of an address. An admin may copy a picture's address from a page; then the site's origin is before
 * the path.
 */
function pathIn(address: string): string {
  return /^https?:\/\/[^/]+(?<path>\/\S*)$/.exec(address)?.groups?.path ?? address
}
