import { forgetKept, keep, readKeptJson } from '#app/platform/pages/browser-storage.ts'
/*
 * Remembers which files this browser has begun to send and their addresses on the server, so that an upload continues after the browser was
 * closed. Uses localStorage if the browser allows it.
 */
const PREFIX = 'lamplight:begun:'
/** As long as the server keeps them (server/uploads/partials.ts). */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000

type Begun = { address: string; at: number }

/** The same file, sent by the same account. */
export function getFingerprint(file: File, sender: string): string {
  return `${sender}:${file.size}:${file.lastModified}:${file.name}`
}

/** The address of a begun file; null when it was not begun here, or too long ago. */
export function startedAt(fingerprint: string): string | null {
  const started = readKeptJson(PREFIX + fingerprint) as Begun | null
  return started && started.at > Date.now() - KEPT_MS ? started.address : null
}

/** If the browser stores nothing, the file is sent from its beginning next time. */
export function noteBegun(fingerprint: string, address: string): void {
  keep(PREFIX + fingerprint, { address, at: Date.now() } satisfies Begun)
}

export function forgetBegun(fingerprint: string): void {
  forgetKept(PREFIX + fingerprint)
}
