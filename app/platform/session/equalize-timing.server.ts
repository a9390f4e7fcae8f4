const STEP_MS = 500
const JITTER_MS = 40

/**
 * Hides in the response time whether an address has an account.
 * @returns a function that waits until half a second after this call, or the next full half second, plus a short random
 * time. So the time does not show whether a password was hashed or an email was written.
 */
export function equalizeTiming(): () => Promise<void> {
  const start = performance.now()
  return () => {
    const passed = performance.now() - start
    const until = Math.max(1, Math.ceil(passed / STEP_MS)) * STEP_MS
    // A timer may fire up to a millisecond early.
    return new Promise((resolve) => setTimeout(resolve, Math.ceil(until - passed + Math.random() * JITTER_MS) + 1))
  }
}
