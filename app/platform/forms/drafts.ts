import { useEffect, useRef } from 'react'
import { removeStored, storeValue, parsedJson, readStored } from '../pages/browser-storage.ts'

/*
 * Drafts: form text that this browser stores until it is sent, so that it survives a lost connection, an empty battery
 * or a tapped link.
 */

/** The common part of every draft: its time in milliseconds, and its text by field. */
export type Draft = { at: number; fields: Record<string, string> }

const A_DAY_MS = 24 * 60 * 60 * 1000

/** Returns the drafts whose keys begin with `prefix`. They expire after this many days. */
export function getDrafts<Kind extends Draft>(prefix: string, days: number) {
  return {
    /** Returns the stored text of a draft, or null if there is none. */
    raw: (key: string): string | null => readStored(prefix + key),
    /** Parses the stored text of a draft; null if it is missing or expired. */
    read(raw: string | null): Kind | null {
      const draft = parsedJson(raw) as Kind | null
      return draft && Date.now() - draft.at <= days * A_DAY_MS ? draft : null
    },
    /** Stores a draft with the current time. If the browser cannot store it, the form still has the text. */
    write: (key: string, draft: Omit<Kind, 'at'>): void => storeValue(prefix + key, { at: Date.now(), ...draft }),
    remove: (key: string): void => removeStored(prefix + key),
  }
}

/** Returns the texts of the `wanted` fields, without files. */
export function getTexts(form: FormData, wanted: (name: string) => boolean): Record<string, string> {
  return Object.fromEntries([...form].filter((pair): pair is [string, string] => typeof pair[1] === 'string' && wanted(pair[0])))
}

/** Sets a field of the form as if the user had entered it. Fires no event. */
export function putInto(form: HTMLFormElement, name: string, text: string): void {
  const control = form.elements.namedItem(name)
  if (control instanceof HTMLInputElement && control.type === 'checkbox') {
    control.checked = text === 'on'
  } else if (
    control instanceof HTMLInputElement ||
    control instanceof HTMLTextAreaElement ||
    control instanceof HTMLSelectElement ||
    control instanceof RadioNodeList
  ) {
    control.value = text
  }
}

/** Debounces an action by this many milliseconds. It is cancelled when the component unmounts. */
export function usePause(milliseconds: number) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stop = () => {
    clearTimeout(timer.current)
    timer.current = undefined
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    after(act: () => void) {
      stop()
      timer.current = setTimeout(() => {
        timer.current = undefined
        act()
      }, milliseconds)
    },
    stop,
    isWaiting: () => timer.current !== undefined,
  }
}
