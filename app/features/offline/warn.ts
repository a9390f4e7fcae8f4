/** Reports a failure that changes nothing on the page, such as a phone without space or a connection. */
export function warn(error: unknown): void {
  console.warn(error)
}
