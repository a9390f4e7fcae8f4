/*
 * Pictures of posts, settings and testimonials lie in the public bucket product-files. In texts they stand by their path, which is the same on every backend; a page
 * names them where they are. Their size stands in their name, so that a page keeps their place free while they load.
 */
const FOLDER = '/storage/v1/object/public/product-files/'
const NAME = /^posts\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}-([1-9]\d{0,3})x([1-9]\d{0,3})\.webp$/

/** How a picture is kept: whole, or as a small square for the face of somebody. */
export type PictureShape = 'whole' | 'face'

/** Pixels along each side of a face: three for each of the 44 that a page shows, which is what a sharp phone has. */
export const FACE_SIDE = 132

/** A picture where a page shows it, in pixels. */
export type ShownPicture = { src: string; width: number; height: number }

/** The path by which a text names a picture of the bucket. */
export function pathOfPicture(name: string): string {
  return FOLDER + name
}

/**
 * Where a picture of ours is and how large, from what a text says of it: its path, or a whole address that ends in it. Null for all else: pages may show no
 * pictures of other sites (docs/decisions/0018).
 * @param filesOrigin where public files are when they are not on the site itself; '' when they are.
 */
export function pictureAt(address: string | null | undefined, filesOrigin: string): ShownPicture | null {
  const path = pathIn(address ?? '')
  const [, width, height] = (path.startsWith(FOLDER) && NAME.exec(path.slice(FOLDER.length))) || []
  return width && height ? { src: filesOrigin + path, width: Number(width), height: Number(height) } : null
}

/** The same for a face: null also when the picture is no square, or so large that a page would be heavy for a small circle. */
export function faceAt(address: string | null | undefined, filesOrigin: string): ShownPicture | null {
  const picture = pictureAt(address, filesOrigin)
  return picture && picture.width === picture.height && picture.width <= FACE_SIDE ? picture : null
}

/** Somebody may copy a picture's address from a page, where the site stands in front of its path. */
function pathIn(address: string): string {
  return /^https?:\/\/[^/]+(?<path>\/\S*)$/.exec(address)?.groups?.path ?? address
}
