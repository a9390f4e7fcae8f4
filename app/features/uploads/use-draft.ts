import { type RefObject, useEffect, useRef, useState } from 'react'
import { usePause } from '#app/platform/forms/drafts.ts'
import { type Draft, fillIn, deleteDraft, isTyped, saveDraft, openDraft } from './draft.ts'
import type { Transfer } from './transfer.ts'

const TYPING_MS = 500
const PROGRESS_MS = 2000

/**
 * Stores the text of a form on the phone, with the name of the file being sent, and restores it into a new form
 * (`isNew`). `draft` is the restored draft; `restore` receives the names of its fields with values of the file.
 */
export function useDraft(
  form: RefObject<HTMLFormElement | null>,
  account: string,
  isNew: boolean,
  transfer: Transfer,
  { fromFile, restore }: { fromFile: readonly string[]; restore(fromFile: readonly string[]): void },
) {
  const [draft, setDraft] = useState<Draft | null>(null)
  const pause = usePause(TYPING_MS)
  const file = useRef<Draft['file']>(null)
  const writtenAt = useRef(0)
  const restoreNames = useRef(restore)

  useEffect(() => {
    const stored = openDraft(account)
    if (stored && isNew && form.current) {
      fillIn(form.current, stored)
      file.current = stored.file
      restoreNames.current(stored.fromFile)
      // oxlint-disable-next-line react/set-state-in-effect -- the phone's storage can be read only after hydration
      setDraft(stored)
    }
    // Text typed before the script was loaded, or returned by the server, fired no event here.
    if (form.current && (!isNew || isTyped(form.current))) {
      saveDraft(new FormData(form.current), { file: file.current, fromFile: stored?.fromFile ?? [] })
    }
  }, [account, form, isNew])

  const write = () => {
    pause.stop()
    if (form.current) {
      saveDraft(new FormData(form.current), { file: file.current, fromFile })
    }
  }
  // The student may leave the page before the pause in typing is over.
  useEffect(() => {
    const leave = () => pause.isWaiting() && write()
    addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', leave)
    return () => {
      removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', leave)
    }
  })
  const isSending = transfer.step === 'sending'
  useEffect(() => {
    if (transfer.step !== 'sending') {
      return
    }
    const { name, sent, total } = transfer
    file.current = { name, sent, total }
    if (Date.now() - writtenAt.current > PROGRESS_MS) {
      writtenAt.current = Date.now()
      write()
    }
  })
  const wasSending = useRef(false)
  useEffect(() => {
    if (wasSending.current && (transfer.step === 'idle' || transfer.step === 'arrived')) {
      // The file was cancelled, or is on the server and need not be chosen again.
      file.current = null
      write()
    }
    wasSending.current = isSending
  })

  return {
    draft,
    /** Call it after typing. */
    keep() {
      pause.after(write)
    },
    /** Empties the form and deletes the draft. */
    clear() {
      pause.stop()
      deleteDraft()
      openDraft(account)
      form.current?.reset()
      file.current = null
      setDraft(null)
    },
  }
}
