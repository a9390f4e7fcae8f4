/*
 * Pictures of posts lie in the public bucket product-files. In texts they stand by their path, which is the same on every backend; a page
 * names them where they are. Their size stands in their name, so that a page keeps their place free while they load.
 */
const FOLDER = '/storage/v1/object/public/product-files/'
const NAME = /^posts\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}-([1-9]\d{0,3})x([1-9]\d{0,3})\.webp$/

/** A picture where a page shows it. Pixels, when they are known. */
export type ShownPicture = { src: string; width?: number; height?: number }

/** The path by which a text names a picture of the bucket. */
export function pathOfPicture(name: string): string {
  return FOLDER + name
}

/**
 * Where a picture is and how large, from what a text says of it: a path of ours, or an https address of anybody's. Null for all else.
 * @param filesOrigin where public files are when they are not on the site itself; '' when they are.
 */
export function pictureAt(address: string | null | undefined, filesOrigin: string): ShownPicture | null {
  if (!address) {
    return null
  }
  if (address.startsWith(FOLDER)) {
    const [, width, height] = NAME.exec(address.slice(FOLDER.length)) ?? []
    return width && height ? { src: filesOrigin + address, width: Number(width), height: Number(height) } : null
  }
  return /^https:\/\/\S+$/.test(address) && URL.canParse(address) ? { src: address } : null
}
