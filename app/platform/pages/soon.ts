/**
 * What a loader gives a page: here already, or on its way. The promise of `later` never fails: whoever made it says in the value what is to
 * be shown when the read failed, since a page without a framework cannot try again by itself.
 */
export type Soon<T> = { now: T } | { later: Promise<T> }

/** The value if it is here; undefined while it is on its way. */
export function here<T>(of: Soon<T>): T | undefined {
  return 'now' in of ? of.now : undefined
}

/** Whether any loader's answer holds something that is still on its way; such a page is sent while it is being made. */
export function isStreamed(answers: readonly unknown[]): boolean {
  return answers.some(
    (answer) =>
      typeof answer === 'object' &&
      answer !== null &&
      Object.values(answer).some((value) => typeof value === 'object' && value !== null && 'later' in value),
  )
}
