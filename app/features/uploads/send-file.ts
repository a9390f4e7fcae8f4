/*
 * Sends a file in pieces, each from where the last one was cut off (the tus protocol, docs/decisions/0011). Loaded when a file is sent, not with the page.
 */
import { type DetailedError, type HttpRequest, type HttpResponse, Upload } from 'tus-js-client'
import { begunAt, fingerprintOf, forgetBegun, noteBegun } from './begun-uploads.ts'
import type { Line } from './transfer.ts'

const ENDPOINT = '/uploads/receive'
/**
 * Bytes of one request: as many as go through in some seconds. What is cut off in the middle of a piece is not lost, but a proxy that passes on
 * whole requests only would lose all of it, the session is looked at once a piece, and only a piece that was answered has certainly arrived.
 */
const [LEAST_PIECE_BYTES, MOST_PIECE_BYTES] = [256 * 1024, 4 * 1024 * 1024]
const PIECE_SECONDS = 8
/** Three and a half minutes without one byte getting through; any byte begins anew. */
const PAUSES_MS = [0, 1000, 2000, 4000, 8000, 15_000, 30_000, 30_000, 60_000, 60_000]
/** A network that changed under a request can leave it hanging without an error. */
const STALLED_MS = 30_000

export type Stop = { status: number; said: string }

type Watcher = {
  /** Bytes that went out; the phone itself still holds some of them. */
  progress(sent: number): void
  /** Bytes that have arrived. */
  accepted(sent: number): void
  line(line: Line): void
  /** All of it has arrived, as the partial of this id. */
  arrived(partial: string): void
  /** It will not go on by itself. Status 0: the line is dead. */
  stopped(stop: Stop): void
}

/** Begins, or goes on where this browser stopped. `cancel` removes what has arrived, `leave` keeps it for another time. */
export function sendFile(file: File, sender: string, watcher: Watcher): { cancel(): void; leave(): void } {
  const fingerprint = fingerprintOf(file, sender)
  let movedAt = Date.now()
  let pieceBegan = performance.now()

  const upload = new Upload(file, {
    // Whole, since the library resolves the server's answers against it.
    endpoint: new URL(ENDPOINT, location.href).href,
    uploadUrl: begunAt(fingerprint),
    chunkSize: LEAST_PIECE_BYTES,
    retryDelays: PAUSES_MS,
    metadata: { filename: file.name },
    // Where it lies is noted by us: the library's own storage hangs when the phone has no room left.
    storeFingerprintForResuming: false,
    onUploadUrlAvailable: () => noteBegun(fingerprint, upload.url ?? ''),
    onAfterResponse: neverFromTheBeginning,
    onShouldRetry(error) {
      const { status } = stopOf(error)
      const again = status === 0 || status >= 500 || [408, 409, 423, 425, 404, 410].includes(status)
      if (again && status !== 507 && navigator.onLine) {
        watcher.line('cut')
        return true
      }
      return false
    },
    onBeforeRequest() {
      pieceBegan = performance.now()
    },
    onProgress(sent) {
      movedAt = Date.now()
      watcher.line('up')
      watcher.progress(sent)
    },
    onChunkComplete(bytes, accepted) {
      const speed = bytes / Math.max((performance.now() - pieceBegan) / 1000, 0.01)
      // The library reads it anew for each piece.
      upload.options.chunkSize = Math.round(Math.min(Math.max(speed * PIECE_SECONDS, LEAST_PIECE_BYTES), MOST_PIECE_BYTES))
      watcher.accepted(accepted)
    },
    onSuccess() {
      end()
      watcher.arrived((upload.url ?? '').split('/').at(-1) ?? '')
    },
    onError(error) {
      if (!navigator.onLine) {
        // It goes on by itself; see `online`.
        watcher.line('offline')
        return
      }
      end()
      watcher.stopped(stopOf(error))
    },
  })

  const offline = () => {
    void upload.abort()
    watcher.line('offline')
  }
  const online = () => {
    movedAt = Date.now()
    watcher.line('cut')
    // Twice is not begun: what is under way is dropped first.
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
      forgetBegun(fingerprint)
      // What cannot be removed just now is removed by the server in a week.
      upload.abort(true).catch((error: unknown) => console.warn('The beginning of a file stays for a week', error))
    },
    leave() {
      end()
      void upload.abort()
    },
  }
}

/**
 * The library begins from zero whenever it cannot learn how far a file got. That is right only when the server says that it has no such
 * file; when it is starting anew, or somebody has to sign in again, it is asked again.
 */
function neverFromTheBeginning(request: HttpRequest, response: HttpResponse): void {
  const status = response.getStatus()
  if (request.getMethod() === 'HEAD' && status >= 400 && status !== 404 && status !== 410) {
    throw Object.assign(new Error('It is not known how far the file got'), { status })
  }
}

function stopOf(error: Error | DetailedError): Stop {
  if (!('originalRequest' in error)) {
    return { status: 0, said: '' }
  }
  const { originalResponse, causingError } = error
  const status = originalResponse?.getStatus() ?? (causingError && 'status' in causingError ? Number(causingError.status) : 0)
  return { status, said: originalResponse?.getBody() ?? '' }
}
