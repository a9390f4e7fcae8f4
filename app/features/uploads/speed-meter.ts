const WINDOW_MS = 10_000
/** The shortest time for a measurement, in milliseconds. */
const MIN_MS = 1000

/** Measures the upload speed over the last ten seconds. */
export class SpeedMeter {
  #samples: { at: number; sent: number }[] = []

  /** Records the bytes that have arrived by now (milliseconds). Returns bytes a second, or null while it is unknown. */
  note(sent: number, now: number): number | null {
    const last = this.#samples.at(-1)
    if (last && sent < last.sent) {
      // The connection was cut, so bytes that had not arrived are sent again.
      this.reset()
    }
    this.#samples.push({ at: now, sent })
    while (this.#samples.length > 2 && (this.#samples[0]?.at ?? now) < now - WINDOW_MS) {
      this.#samples.shift()
    }
    const first = this.#samples[0]
    const elapsed = now - (first?.at ?? now)
    return first && elapsed >= MIN_MS ? ((sent - first.sent) * 1000) / elapsed : null
  }

  /** Discards the measurements, which are useless after a pause. */
  reset(): void {
    this.#samples = []
  }
}
