/** Whether a failure says that a file or directory is not there (any more), and nothing else. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

/** For `.catch()`: goes on with `instead` where the file or directory is not there. Every other failure stays one. */
export function ifMissing<T>(instead: T): (error: unknown) => T {
  return (error) => {
    if (isMissing(error)) {
      return instead
    }
    throw error
  }
}
