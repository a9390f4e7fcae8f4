import { removeStored, storeValue, readStoredJson } from '#app/platform/pages/browser-storage.ts'
/* Remembers the files that this browser has started to send and their addresses on the server, so that an upload
   continues after the browser was closed. Uses localStorage if the browser allows it. */
const PREFIX = 'lamplight:begun:'
/** Matches the lifetime on the server (server/uploads/upload-sessions.ts). */
const LIFETIME_MS = 7 * 24 * 60 * 60 * 1000

type StartedUpload = { address: string; at: number }

/** Returns a key for the same file, sent by the same account. */
export function getFingerprint(file: File, sender: string): string {
  return `${sender}:${file.size}:${file.lastModified}:${file.name}`
}

/** Returns the address of a started file, or null if it was not started here, or too long ago. */
export function startedAt(fingerprint: string): string | null {
  const started = readStoredJson(PREFIX + fingerprint) as StartedUpload | null
  return started && started.at > Date.now() - LIFETIME_MS ? started.address : null
}

/** Records a started file. If the browser stores nothing, the file is sent from its beginning next time. */
export function recordStarted(fingerprint: string, address: string): void {
  storeValue(PREFIX + fingerprint, { address, at: Date.now() } satisfies StartedUpload)
}

export function deleteStarted(fingerprint: string): void {
  removeStored(PREFIX + fingerprint)
}
