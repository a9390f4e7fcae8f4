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
