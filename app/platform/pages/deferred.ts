/**
 * A value of a loader: present, or a promise. The promise in `later` never rejects. Its value says what to show when the read failed,
 * because a page without a framework cannot try again by itself.
 */
export type Deferred<T> = { now: T } | { later: Promise<T> }

/** The value if it is present; undefined while it is loading. */
export function here<T>(of: Deferred<T>): T | undefined {
  return 'now' in of ? of.now : undefined
}

/** Whether a loader's data still contains promises. Such a page is streamed. */
export function isStreamed(answers: readonly unknown[]): boolean {
  return answers.some(
    (answer) =>
      typeof answer === 'object' &&
      answer !== null &&
      Object.values(answer).some((value) => typeof value === 'object' && value !== null && 'later' in value),
  )
}
