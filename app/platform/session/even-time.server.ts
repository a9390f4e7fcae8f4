const STEP_MS = 500
const JITTER_MS = 40

/**
 * For answers that must not say by their time whether an address has an account (shared ATTACKS: same answer, same time).
 * @returns what waits until half a second has passed since this call, or the next full half second after it, and a little by chance: short
 * of that nobody can tell a password that was hashed and a mail that was written from nothing at all.
 */
export function evenTime(): () => Promise<void> {
  const start = performance.now()
  return () => {
    const passed = performance.now() - start
    const until = Math.max(1, Math.ceil(passed / STEP_MS)) * STEP_MS
    return new Promise((resolve) => setTimeout(resolve, until - passed + Math.random() * JITTER_MS))
  }
}
