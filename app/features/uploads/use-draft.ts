import { type RefObject, useEffect, useRef, useState } from 'react'
import { type Draft, fillIn, forgetDraft, keepDraft, openDraft } from './draft.ts'
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
    return () => clearTimeout(timer.current)
  }, [account, form, isNew])

  const write = () => {
    if (form.current) {
      keepDraft(new FormData(form.current), file.current)
    }
  }
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
      forgetDraft()
      openDraft(account)
      form.current?.reset()
      file.current = null
      setDraft(null)
    },
  }
}
