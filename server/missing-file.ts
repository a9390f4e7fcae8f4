/** Returns true if an error means that a file or directory does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

/**
 * Returns a handler for `.catch()` that yields `instead` for a missing file or directory and rethrows every other
 * error.
 */
export function ifMissing<T>(instead: T): (error: unknown) => T {
  return (error) => {
    if (isMissing(error)) {
      return instead
    }
    throw error
  }
}
