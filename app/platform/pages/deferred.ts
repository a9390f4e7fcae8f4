/**
 * A value of a loader: present, or a promise. The promise in `later` never rejects. Its value says what to show when
 * the read failed, because a page without a framework cannot retry automatically.
 */
export type Deferred<T> = { now: T } | { later: Promise<T> }

/** Returns the value if it is present, or undefined while it is loading. */
export function presentValue<T>(of: Deferred<T>): T | undefined {
  return 'now' in of ? of.now : undefined
}

/** Returns true if a loader's data still contain promises. Such a page is streamed. */
export function isStreamed(responses: readonly unknown[]): boolean {
  return responses.some(
    (response) =>
      typeof response === 'object' &&
      response !== null &&
      Object.values(response).some((value) => typeof value === 'object' && value !== null && 'later' in value),
  )
}
