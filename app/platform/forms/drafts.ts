import { useEffect, useRef } from 'react'
import { forgetKept, keep, parsedJson, readKept } from '../pages/browser-storage.ts'

/*
 * Drafts: typed text of a form that is kept in this browser until it is sent, so that a broken connection, an empty battery or a tapped link
 * loses nothing.
 */

/** What every draft holds: when it was typed, in milliseconds, and its text by field. */
export type Draft = { at: number; fields: Record<string, string> }

const A_DAY_MS = 24 * 60 * 60 * 1000

/** The drafts whose keys begin with `prefix`. They are forgotten after so many days. */
export function getDrafts<Kind extends Draft>(prefix: string, days: number) {
  return {
    /** The stored text of a draft; null when there is none. */
    raw: (key: string): string | null => readKept(prefix + key),
    /** The draft of a stored text; null when there is none, or it is too old. */
    read(raw: string | null): Kind | null {
      const draft = parsedJson(raw) as Kind | null
      return draft && Date.now() - draft.at <= days * A_DAY_MS ? draft : null
    },
    /** Stores a draft, typed now. If the browser cannot store it, the form itself still has the text. */
    write: (key: string, draft: Omit<Kind, 'at'>): void => keep(prefix + key, { at: Date.now(), ...draft }),
    forget: (key: string): void => forgetKept(prefix + key),
  }
}

/** The texts of the form's fields that are `wanted`. Files are left out. */
export function getTexts(form: FormData, wanted: (name: string) => boolean): Record<string, string> {
  return Object.fromEntries([...form].filter((pair): pair is [string, string] => typeof pair[1] === 'string' && wanted(pair[0])))
}

/** Puts a text into a field of the form, as if the person had typed or chosen it. Fires no event. */
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

/** Does something after a pause of so many milliseconds without another call. Nothing is done after the component is gone. */
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
