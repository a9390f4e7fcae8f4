import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { data } from 'react-router'
import { whatWasThrown } from '../../platform/pages/thrown.ts'
import { forgetKept, keep, parsedJson, readKept } from '../../platform/pages/browser-storage.ts'
import { answer, type Answer, sentences } from './answers.ts'

/*
 * What was typed and not saved yet is kept in this browser, so that a broken line, a dead battery or a tapped link loses nothing. It goes
 * once the server has answered that it is saved, and after a week.
 */
type Draft = { at: number; version: string; fields: Record<string, string> }

const PREFIX = 'draft:'
const A_WEEK_MS = 7 * 24 * 60 * 60 * 1000
/** How long fingers rest before what they typed is kept. */
const PAUSE_MS = 250
/** Fields of a form that are no words of anybody's. */
const NOT_TYPED = new Set(['version', 'draft', 'intent', 'password'])

/** The draft of a form, and the handlers that keep it. `key` names the record, `version` what it was typed over. */
export function useDraft(key: string, version: string) {
  const raw = useSyncExternalStore(neverTold, () => readRaw(key), nothingYet)
  // From the first letter on the draft is what is being typed, nothing to be found.
  const [begun, setBegun] = useState<string | null>(null)
  const found = useMemo(() => (begun === key ? null : parseDraft(raw)), [begun, key, raw])
  const waiting = useRef<ReturnType<typeof setTimeout> | null>(null)
  const stopWaiting = () => {
    if (waiting.current) {
      clearTimeout(waiting.current)
    }
  }
  useEffect(
    () => () => {
      if (waiting.current) {
        clearTimeout(waiting.current)
      }
    },
    [],
  )
  const keepNow = (form: HTMLFormElement) => {
    stopWaiting()
    setBegun(key)
    writeDraft(key, { at: Date.now(), version, fields: fieldsOf(form) })
  }
  return {
    keepNow,
    keepSoon(form: HTMLFormElement) {
      stopWaiting()
      waiting.current = setTimeout(() => keepNow(form), PAUSE_MS)
    },
    /** What was typed here earlier and never saved; null when there is nothing. */
    found,
    forget() {
      forgetDraft(key)
      setBegun(key)
    },
    /** Puts the kept words back into their fields. */
    putBack(form: HTMLFormElement) {
      for (const [name, value] of Object.entries(found?.fields ?? {})) {
        const control = form.elements.namedItem(name)
        if (control instanceof HTMLInputElement && control.type === 'checkbox') {
          control.checked = value === 'on'
        } else if (
          control instanceof HTMLInputElement ||
          control instanceof HTMLTextAreaElement ||
          control instanceof HTMLSelectElement ||
          control instanceof RadioNodeList
        ) {
          control.value = value
        }
        if (control instanceof HTMLElement) {
          // What is drawn from a field hears of it as if it had been typed.
          control.dispatchEvent(new Event('input', { bubbles: true }))
        }
      }
      setBegun(key)
    },
  }
}

/** Nobody tells when the storage changes; it is read whenever the form is drawn. */
const neverTold = () => () => {}
/** The server knows of no drafts. */
const nothingYet = () => null

/**
 * The client's side of an action whose form keeps a draft: what the server has saved is forgotten here, and a line that broke is an answer
 * at the form, not an error page in its place. Export it as `clientAction`.
 */
export async function keepWhatWasTyped({
  request,
  serverAction,
}: {
  request: Request
  serverAction: () => Promise<unknown>
}): Promise<Answer | undefined | ReturnType<typeof data<Answer>>> {
  const form = await request.clone().formData()
  const draft = form.get('draft')
  try {
    return (await serverAction()) as Answer | undefined
  } catch (thrown) {
    const what = whatWasThrown(thrown)
    if (what === 'said on purpose') {
      if (thrown instanceof Response && thrown.status < 400 && typeof draft === 'string') {
        forgetDraft(draft)
      }
      throw thrown
    }
    const typed = Object.fromEntries([...form].filter((pair): pair is [string, string] => typeof pair[1] === 'string'))
    // With a status that says so: nothing was done, so that no page has to be read again over the broken line.
    return data(
      what === 'server failed' ? answer(sentences.failed, { typed }) : answer(sentences.offline, { typed, offline: true }),
      { status: 503 },
    )
  }
}

function fieldsOf(form: HTMLFormElement): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement && control.type === 'checkbox') {
      fields[control.name] = control.checked ? 'on' : ''
    }
  }
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string' && !NOT_TYPED.has(name)) {
      fields[name] = value
    }
  }
  return fields
}

const readRaw = (key: string) => readKept(PREFIX + key)

function parseDraft(raw: string | null): Draft | null {
  const draft = parsedJson(raw) as Draft | null
  return draft && Date.now() - draft.at <= A_WEEK_MS ? draft : null
}

/** Where the browser keeps nothing, the form itself still holds what was typed. */
const writeDraft = (key: string, draft: Draft) => keep(PREFIX + key, draft)
const forgetDraft = (key: string) => forgetKept(PREFIX + key)
