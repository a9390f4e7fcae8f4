import { megabytes } from '#app/platform/text/sizes.ts'

/** The progress of a file on the page. Sizes in bytes, speed in bytes a second. */
export type Transfer =
  | { step: 'idle' }
  /** The phone reads the file to find out whether it was sent before. */
  | { step: 'reading' }
  | { step: 'sending'; name: string; sent: number; total: number; speed: number | null; line: Line }
  /** The whole file has arrived; now the form is sent. */
  | { step: 'arrived' }
  | { step: 'stopped'; reason: string; next: 'again' | 'sign in' | 'other file' }

/** `cut`: the connection failed and is retried; `offline`: the phone has none, and everything waits. */
export type Line = 'up' | 'cut' | 'offline'

/** Describes the progress: 18.2 of 31.0 MB sent. */
export function getSent(sent: number, total: number): string {
  return `${megabytes(sent)} of ${megabytes(total)} MB sent`
}

/** Formats a speed: 120 kB/s, 1.2 MB/s. */
export function formatSpeed(speed: number): string {
  return speed < 1024 * 1024 ? `${Math.max(1, Math.round(speed / 1024))} kB/s` : `${megabytes(speed)} MB/s`
}

/** Describes the remaining time, such as "about 3 min left". Null while the speed is unknown. */
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
