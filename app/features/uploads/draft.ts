import { forgetKept, keep, readKeptJson } from '../../platform/pages/browser-storage.ts'
/*
 * Keeps the typed text of the upload form on the phone until it is sent, so that a closed browser or a lost connection loses nothing. In
 * localStorage, one draft for each account, never with bank details, because somebody else may use the phone later.
 */
const PREFIX = 'lamplight:draft:'
const KEPT_MS = 14 * 24 * 60 * 60 * 1000
const FIELDS = [
  'title',
  'category',
  'format',
  'pages',
  'description',
  'subject_area',
  'year_of_study',
  'programme',
  'design',
  'population_and_sample',
  'instrument',
  'institution',
  'email',
] as const

export type Draft = {
  fields: Record<string, string>
  /** A file that was being sent: its name, and how many bytes were sent. */
  file: { name: string; sent: number; total: number } | null
}

/** The account of the open draft; the page has one form. None after sending, so that late writes are dropped. */
let open: string | null = null

/** Opens the account's draft on this phone; null when there is none, or it is older than two weeks. */
export function openDraft(account: string): Draft | null {
  open = account
  const kept = readKeptJson(PREFIX + account) as (Draft & { at: number }) | null
  return kept && kept.at > Date.now() - KEPT_MS ? kept : null
}

/** Stores a form's values as the open draft, if the phone allows it. */
export function keepDraft(form: FormData, file: Draft['file']): void {
  if (open === null) {
    return
  }
  const fields = Object.fromEntries(
    FIELDS.flatMap((name) => {
      const value = form.get(name)
      return typeof value === 'string' && value !== '' ? [[name, value]] : []
    }),
  )
  keep(PREFIX + open, { at: Date.now(), fields, file })
}

/** Removes and closes the open draft, after sending or discarding. */
export function forgetDraft(): void {
  if (open !== null) {
    forgetKept(PREFIX + open)
  }
  open = null
}

/** Puts a draft into the form's fields, except those in which the student typed before the script was loaded. */
export function fillIn(form: HTMLFormElement, { fields }: Draft): void {
  for (const name of FIELDS) {
    const control = form.elements.namedItem(name)
    const value = fields[name]
    const isText = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement
    if (
      value !== undefined &&
      ((isText && control.value === control.defaultValue) || (control instanceof HTMLSelectElement && control.value === ''))
    ) {
      control.value = value
    }
  }
}

/** Whether the student has typed into one of the form's text fields. */
export function isTyped(form: HTMLFormElement): boolean {
  return FIELDS.some((name) => {
    const control = form.elements.namedItem(name)
    return (
      (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) && control.value !== control.defaultValue
    )
  })
}
