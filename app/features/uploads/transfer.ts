/** How far a file is on its way, as the page shows it. Sizes in bytes, speed in bytes a second. */
export type Transfer =
  | { step: 'idle' }
  /** The file is read on the phone, to know whether it was sent before. */
  | { step: 'reading' }
  | { step: 'sending'; name: string; sent: number; total: number; speed: number | null; line: Line }
  /** All of it has arrived; the form goes after it. */
  | { step: 'arrived' }
  | { step: 'stopped'; reason: string; next: 'again' | 'sign in' | 'other file' }

/** `cut`: the connection failed and is tried again; `offline`: the phone has none, and everything waits. */
export type Line = 'up' | 'cut' | 'offline'

const WINDOW_MS = 10_000
/** Too little time tells nothing yet. */
const LEAST_MS = 1000

/** The speed of the last ten seconds. */
export class SpeedMeter {
  #samples: { at: number; sent: number }[] = []

  /** Notes that so many bytes have arrived by now (milliseconds); returns bytes a second, or null while that cannot be said. */
  note(sent: number, now: number): number | null {
    const last = this.#samples.at(-1)
    if (last && sent < last.sent) {
      // A connection was cut: what had not arrived is sent again.
      this.reset()
    }
    this.#samples.push({ at: now, sent })
    while (this.#samples.length > 2 && (this.#samples[0]?.at ?? now) < now - WINDOW_MS) {
      this.#samples.shift()
    }
    const first = this.#samples[0]
    const elapsed = now - (first?.at ?? now)
    return first && elapsed >= LEAST_MS ? ((sent - first.sent) * 1000) / elapsed : null
  }

  /** Forgets what was measured: after a pause it says nothing. */
  reset(): void {
    this.#samples = []
  }
}

const megabytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(1)

/** 18.2 of 31.0 MB sent. */
export function sentOf(sent: number, total: number): string {
  return `${megabytes(sent)} of ${megabytes(total)} MB sent`
}

/** 120 kB/s, 1.2 MB/s. */
export function formatSpeed(speed: number): string {
  return speed < 1024 * 1024 ? `${Math.max(1, Math.round(speed / 1024))} kB/s` : `${megabytes(speed)} MB/s`
}

/** About 3 min left. Null while it would be a guess. */
export function timeLeft(bytes: number, speed: number): string | null {
  if (speed <= 0) {
    return null
  }
  const minutes = bytes / speed / 60
  if (minutes < 1) {
    return 'less than a minute left'
  }
  const whole = Math.round(minutes)
  if (whole < 60) {
    return `about ${whole} min left`
  }
  return whole < 24 * 60 ? `about ${Math.floor(whole / 60)} h ${whole % 60} min left` : null
}
