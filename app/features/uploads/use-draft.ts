import { type RefObject, useEffect, useRef, useState } from 'react'
import { type Draft, fillIn, forgetDraft, isTyped, keepDraft, openDraft } from './draft.ts'
import type { Transfer } from './transfer.ts'

const TYPING_MS = 500
const PROGRESS_MS = 2000

/**
 * Keeps what is typed into a form on the phone, with the name of the file that is on its way, and puts it back into a form that nobody has
 * answered yet (`isNew`). `draft` is what was put back.
 */
export function useDraft(form: RefObject<HTMLFormElement | null>, account: string, isNew: boolean, transfer: Transfer) {
  const [draft, setDraft] = useState<Draft | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const file = useRef<Draft['file']>(null)
  const writtenAt = useRef(0)

  useEffect(() => {
    const kept = openDraft(account)
    if (kept && isNew && form.current) {
      fillIn(form.current, kept)
      file.current = kept.file
      // oxlint-disable-next-line react/set-state-in-effect -- what the phone keeps is only known once the page is the browser's
      setDraft(kept)
    }
    // What was typed before the script came, or came back with the server's answer, has caused no event here.
    if (form.current && (!isNew || isTyped(form.current))) {
      keepDraft(new FormData(form.current), file.current)
    }
    return () => clearTimeout(timer.current)
  }, [account, form, isNew])

  const write = () => {
    clearTimeout(timer.current)
    timer.current = undefined
    if (form.current) {
      keepDraft(new FormData(form.current), file.current)
    }
  }
  // A page may be left, or a phone put away, before the pause in typing is over.
  useEffect(() => {
    const leave = () => timer.current !== undefined && write()
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
    if (wasSending.current && transfer.step === 'idle') {
      // It was given up.
      file.current = null
      write()
    }
    wasSending.current = isSending
  })

  return {
    draft,
    /** To be called when something was typed. */
    keep() {
      clearTimeout(timer.current)
      timer.current = setTimeout(write, TYPING_MS)
    },
    /** Empties the form and forgets the draft. */
    clear() {
      clearTimeout(timer.current)
      timer.current = undefined
      forgetDraft()
      openDraft(account)
      form.current?.reset()
      file.current = null
      setDraft(null)
    },
  }
}
