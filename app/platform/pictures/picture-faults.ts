/**
 * Returns true if an error means that a sent picture is faulty, and not our code. For that, sharp and file-type throw a
 * plain Error (or a RangeError, when a number in the file points outside it). System errors have a code, and
 * programming errors have another type.
 */
export function isPictureFault(error: unknown): boolean {
  return (
    error instanceof Error &&
    !('code' in error) &&
    !(error instanceof TypeError || error instanceof ReferenceError || error instanceof SyntaxError) &&
    !error.message.startsWith('Input file is missing')
  )
}

/** Returns a handler for `.catch()` that returns `instead` for a faulty picture and rethrows every other error. */
export function ifFaulty<T>(instead: T): (error: unknown) => T {
  return (error) => {
    if (isPictureFault(error)) {
      return instead
    }
    throw error
  }
}

/** The accepted formats. SVG is excluded because it can contain scripts. */
const ACCEPTED = new Set(['image/jpeg', 'image/png', 'image/apng', 'image/webp', 'image/avif', 'image/gif', 'image/tiff'])

/** Returns why a picture of this type cannot be read, for its sender; null if it can. */
export function getTypeReason(mime: string | undefined): string | null {
  if (mime?.startsWith('image/heic') || mime?.startsWith('image/heif')) {
    return 'This picture is in the HEIC format, which cannot be read here. Send it as JPEG; a screenshot of it will do'
  }
  return mime !== undefined && ACCEPTED.has(mime) ? null : 'This is not a picture that can be read here. Choose a JPEG or PNG'
}

/**
 * Returns why a picture could not be decoded, for its sender.
 * @throws the error if it is not the picture's fault.
 */
export function getDecodingReason(error: unknown): string {
  if (!isPictureFault(error)) {
    throw error
  }
  return /pixel limit/i.test(error instanceof Error ? error.message : '')
    ? 'This picture has too many pixels. Choose a smaller one'
    : 'This picture is damaged. Choose another, or save it again'
}
