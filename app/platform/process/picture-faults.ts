/**
 * Whether a failure says what is wrong with a picture that somebody sent, and nothing of ours: sharp and file-type tell it by a plain Error (or a RangeError, where
 * a number in the file leads out of it). A failure of the system has a code, a mistake in the program another type.
 */
export function isFaultOfPicture(error: unknown): boolean {
  return (
    error instanceof Error &&
    !('code' in error) &&
    !(error instanceof TypeError || error instanceof ReferenceError || error instanceof SyntaxError) &&
    !error.message.startsWith('Input file is missing')
  )
}

/** For `.catch()`: goes on with `instead` where the picture is at fault. Every other failure stays one. */
export function ifFaulty<T>(instead: T): (error: unknown) => T {
  return (error) => {
    if (isFaultOfPicture(error)) {
      return instead
    }
    throw error
  }
}
