import { useEffect, useRef, useState } from 'react'
import type { Transfer } from './transfer.ts'

/** A file that has arrived: its upload session's id, and the SHA-256 that this phone computed. */
export type Arrived = { uploadSession: string; sha256: string }

const SHOWN_EVERY_MS = 250

const unreadable: Transfer = {
  step: 'stopped',
  reason: 'This file can no longer be read. It may have been moved or changed since; choose it again',
  next: 'other file',
}
const lost: Transfer = {
  step: 'stopped',
  reason: 'The connection was lost. What has arrived is saved; continue when it is back',
  next: 'again',
}

/** Reads and sends a file for a form; the code for it is loaded when needed. `sender` is the account that sends it. */
export function useSending(sender: string) {
  const [transfer, setTransfer] = useState<Transfer>({ step: 'idle' })
  const hashes = useRef(new WeakMap<File, Promise<string>>())
  const underWay = useRef<{ cancel(): void; leave(): void } | null>(null)
  /** The file that is being sent, or has arrived. */
  const current = useRef<{ file: File; arrived: Promise<Arrived | null> } | null>(null)
  // Leaving the form stops sending. The upload continues from there when the file is chosen again.
  useEffect(() => () => underWay.current?.leave(), [])

  /** Computes the file's SHA-256 once. Rejects if the file cannot be read, or the code for it cannot be loaded. */
  function getHash(file: File): Promise<string> {
    const known = hashes.current.get(file)
    const computed =
      known ??
      import('./file-hash.ts')
        .then((module) => module.getHash(file))
        .catch((error: unknown) => {
          hashes.current.delete(file)
          throw error
        })
    hashes.current.set(file, computed)
    return computed
  }

  /**
   * Sends the file and resolves when all of it has arrived; null if it was cancelled or stopped (`transfer` has the
   * reason). A file that is being sent already is not sent twice. `isFine` runs between reading and sending, before any
   * data is spent.
   */
  function send(file: File, isFine: (sha256: string) => Promise<boolean>): Promise<Arrived | null> {
    if (current.current?.file === file) {
      return current.current.arrived
    }
    const arrived = start(file, isFine).then((result) => {
      if (!result && current.current?.file === file) {
        current.current = null
      }
      return result
    })
    current.current = { file, arrived }
    return arrived
  }

  async function start(file: File, isFine: (sha256: string) => Promise<boolean>): Promise<Arrived | null> {
    setTransfer({ step: 'reading' })
    const ready = await Promise.all([getHash(file), import('./send-file.ts')]).catch((error: unknown) => {
      setTransfer(error instanceof DOMException ? unreadable : lost)
      return null
    })
    if (!ready) {
      return null
    }
    const [sha256, { sendFile, SpeedMeter }] = ready
    if (!(await isFine(sha256))) {
      setTransfer({ step: 'idle' })
      return null
    }
    return new Promise((resolve) => {
      const meter = new SpeedMeter()
      let shownAt = 0
      const state: Extract<Transfer, { step: 'sending' }> = {
        step: 'sending',
        name: file.name,
        sent: 0,
        total: file.size,
        speed: null,
        line: 'up',
      }
      setTransfer({ ...state })
      const sending = sendFile(file, sender, {
        progress(sent) {
          const now = performance.now()
          state.sent = sent
          if (now - shownAt > SHOWN_EVERY_MS || sent === file.size) {
            shownAt = now
            setTransfer({ ...state })
          }
        },
        accepted(sent) {
          state.speed = meter.note(sent, performance.now()) ?? state.speed
        },
        line(line) {
          if (line !== state.line) {
            meter.reset()
            Object.assign(state, { line, speed: null })
            setTransfer({ ...state })
          }
        },
        arrived(uploadSession) {
          underWay.current = null
          setTransfer({ step: 'arrived' })
          resolve({ uploadSession, sha256 })
        },
        stopped(reason) {
          underWay.current = null
          setTransfer(reason ?? lost)
          resolve(null)
        },
      })
      underWay.current = {
        leave: sending.leave,
        cancel() {
          underWay.current = null
          sending.cancel()
          setTransfer({ step: 'idle' })
          resolve(null)
        },
      }
    })
  }

  return {
    transfer,
    getHash,
    send,
    /** Cancels the file and removes the arrived bytes. */
    cancel: () => underWay.current?.cancel(),
    /** Call it after the response to the form, or when another file is chosen: a file under way is cancelled. */
    done() {
      underWay.current?.cancel()
      current.current = null
      setTransfer({ step: 'idle' })
    },
  }
}
