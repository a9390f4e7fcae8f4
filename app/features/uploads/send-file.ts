/* Sends a file in chunks; each continues where the last one was cut off (the tus protocol, docs/decisions/0011).
   Loaded only when a file is sent. */
import { type DetailedError, type HttpRequest, type HttpResponse, Upload } from 'tus-js-client'
import { ACCOUNT_HEADER } from '#app/platform/forms/account-field.ts'
import { startedAt, getFingerprint, deleteStarted, recordStarted } from './started-uploads.ts'
import { describeStop, type Stop } from './stop.ts'
import type { Line, Transfer } from './transfer.ts'

export { SpeedMeter } from './speed-meter.ts'

const ENDPOINT = '/uploads/receive'
/**
 * Bytes of one request: as many as can be sent in a few seconds. A cut inside a chunk loses nothing, except behind a
 * proxy that forwards only whole requests. The session is checked once per chunk, and only acknowledged chunks have
 * certainly arrived.
 */
const [MIN_CHUNK_BYTES, MAX_CHUNK_BYTES] = [256 * 1024, 4 * 1024 * 1024]
const CHUNK_SECONDS = 8
/** Retries for three and a half minutes without progress; every sent byte restarts this time. */
const PAUSES_MS = [0, 1000, 2000, 4000, 8000, 15_000, 30_000, 30_000, 60_000, 60_000]
/** When the network changes during a request, the request may hang without an error. */
const STALLED_MS = 30_000

type Watcher = {
  /** Bytes that were sent; some of them may still be in the phone's buffers. */
  progress(sent: number): void
  /** Bytes that have arrived. */
  accepted(sent: number): void
  line(line: Line): void
  /** All of it has arrived, as the upload session of this id. */
  arrived(uploadSession: string): void
  /** The upload stopped permanently. Null: the connection was lost. */
  stopped(reason: Transfer | null): void
}

/**
 * Starts, or continues where this browser stopped. `cancel` removes the arrived bytes, `leave` retains them for later.
 */
export function sendFile(file: File, sender: string, watcher: Watcher): { cancel(): void; leave(): void } {
  const fingerprint = getFingerprint(file, sender)
  let movedAt = Date.now()
  let chunkStarted = performance.now()

  const upload = new Upload(file, {
    // Absolute, because the library resolves the server's responses against it.
    endpoint: new URL(ENDPOINT, location.href).href,
    uploadUrl: startedAt(fingerprint),
    chunkSize: MIN_CHUNK_BYTES,
    retryDelays: PAUSES_MS,
    headers: { [ACCOUNT_HEADER]: sender },
    metadata: { filename: file.name },
    // We store the file's address ourselves, because the library's own storage hangs when the phone is full.
    storeFingerprintForResuming: false,
    onUploadUrlAvailable: () => recordStarted(fingerprint, upload.url ?? ''),
    onAfterResponse: preventRestart,
    onShouldRetry(error) {
      const { status } = toStop(error)
      const again = status === 0 || status >= 500 || [408, 409, 423, 425, 404, 410].includes(status)
      if (again && status !== 507 && navigator.onLine) {
        watcher.line('cut')
        return true
      }
      return false
    },
    onBeforeRequest() {
      chunkStarted = performance.now()
    },
    onProgress(sent) {
      movedAt = Date.now()
      watcher.line('up')
      watcher.progress(sent)
    },
    onChunkComplete(bytes, accepted) {
      const speed = bytes / Math.max((performance.now() - chunkStarted) / 1000, 0.01)
      // The library reads this for each chunk.
      upload.options.chunkSize = Math.round(Math.min(Math.max(speed * CHUNK_SECONDS, MIN_CHUNK_BYTES), MAX_CHUNK_BYTES))
      watcher.accepted(accepted)
    },
    onSuccess() {
      end()
      watcher.arrived((upload.url ?? '').split('/').at(-1) ?? '')
    },
    onError(error) {
      if (!navigator.onLine) {
        // The upload continues automatically; see `online`.
        watcher.line('offline')
        return
      }
      end()
      watcher.stopped(describeStop(toStop(error)))
    },
  })

  const offline = () => {
    void upload.abort()
    watcher.line('offline')
  }
  const online = () => {
    movedAt = Date.now()
    watcher.line('cut')
    // A running upload is stopped first, so that it does not run twice.
    void upload.abort().then(() => upload.start())
  }
  const stallWatch = setInterval(() => {
    if (navigator.onLine && Date.now() - movedAt > STALLED_MS) {
      online()
    }
  }, 5000)
  addEventListener('offline', offline)
  addEventListener('online', online)
  function end() {
    clearInterval(stallWatch)
    removeEventListener('offline', offline)
    removeEventListener('online', online)
  }

  if (navigator.onLine) {
    upload.start()
  } else {
    watcher.line('offline')
  }
  return {
    cancel() {
      end()
      deleteStarted(fingerprint)
      // If it cannot be removed now, the server removes it after a week.
      upload.abort(true).catch((error: unknown) => console.warn('Could not remove a partly sent file', error))
    },
    leave() {
      end()
      void upload.abort()
    },
  }
}

/**
 * Prevents a restart from zero. The library restarts when it cannot learn the offset, which is right only if the server
 * says that it has no such file. When the server is restarting, or the student must sign in again, the request is
 * retried.
 */
function preventRestart(request: HttpRequest, response: HttpResponse): void {
  const status = response.getStatus()
  if (request.getMethod() === 'HEAD' && status >= 400 && status !== 404 && status !== 410) {
    throw Object.assign(new Error('Could not read the upload offset'), { status })
  }
}

function toStop(error: Error | DetailedError): Stop {
  if (!('originalRequest' in error)) {
    return { status: 0, body: '' }
  }
  const { originalResponse, causingError } = error
  const status = originalResponse?.getStatus() ?? (causingError && 'status' in causingError ? Number(causingError.status) : 0)
  return { status, body: originalResponse?.getBody() ?? '' }
}
