import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { data } from 'react-router'
import { whatWasThrown } from '../../platform/pages/thrown.ts'
import { forgetKept, keep, parsedJson, readKept } from '../../platform/pages/browser-storage.ts'
import { answer, type Answer, sentences } from './answers.ts'

/*
 * Keeps unsaved text in this browser, so that a broken connection, an empty battery or a tapped link loses nothing. A draft is removed when
 * the server has saved it, or after a week.
 */
type Draft = { at: number; version: string; fields: Record<string, string> }

const PREFIX = 'draft:'
const A_WEEK_MS = 7 * 24 * 60 * 60 * 1000
/** The draft is stored after a pause in typing of so many milliseconds. */
const PAUSE_MS = 250
/** Form fields that are not typed by the operator. */
const NOT_TYPED = new Set(['version', 'draft', 'intent', 'password'])

/** The draft of a form, and the handlers that keep it. `key` names the record, `version` what it was typed over. */
export function useDraft(key: string, version: string) {
  const raw = useSyncExternalStore(neverTold, () => readRaw(key), nothingYet)
  // After the first letter, the stored draft is the present text, so it is not offered any more.
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
    /** An earlier unsaved draft; null when there is none. */
    found,
    forget() {
      forgetDraft(key)
      setBegun(key)
    },
    /** Puts the draft back into the fields. */
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
          // Fires an input event, so that previews update as after typing.
          control.dispatchEvent(new Event('input', { bubbles: true }))
        }
      }
      setBegun(key)
    },
  }
}

/** Storage sends no event here, so it is read at every render. */
const neverTold = () => () => {}
/** The server has no drafts. */
const nothingYet = () => null

/**
 * The clientAction of a form that keeps a draft: removes the draft after saving, and shows a broken connection at the form instead of an
 * error page. Export it as `clientAction`.
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
    // With an error status, so that React Router does not reload the page over the broken connection.
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

/** If the browser cannot store drafts, the form itself still has the text. */
const writeDraft = (key: string, draft: Draft) => keep(PREFIX + key, draft)
const forgetDraft = (key: string) => forgetKept(PREFIX + key)
