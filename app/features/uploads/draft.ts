import { forgetKept, keep, readKeptJson } from '../../platform/pages/browser-storage.ts'
/*
 * What was typed into the upload form stays on the phone until it is sent: a browser that was closed, or a bus that went through a tunnel, loses nothing.
 * In localStorage, one draft for each account. Never bank details: the phone may be somebody else's tomorrow.
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
  /** A file that was on its way: its name, and how much of it had gone out, in bytes. */
  file: { name: string; sent: number; total: number } | null
}

/** Whose draft the page is about; there is one form. None once it was sent: what is still to be written of it is not wanted. */
let open: string | null = null

/** Opens the account's draft on this phone; null when there is none, or it is older than two weeks. */
export function openDraft(account: string): Draft | null {
  open = account
  const kept = readKeptJson(PREFIX + account) as (Draft & { at: number }) | null
  return kept && kept.at > Date.now() - KEPT_MS ? kept : null
}

/** Keeps what a form holds as the open draft. Does nothing where the phone keeps nothing. */
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

/** Forgets the open draft and closes it: it was sent, or is not wanted. */
export function forgetDraft(): void {
  if (open !== null) {
    forgetKept(PREFIX + open)
  }
  open = null
}

/** Puts a draft into the form's own fields, but for those in which somebody wrote before the page's script had come. */
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

/** Whether somebody typed into one of the form's texts. */
export function isTyped(form: HTMLFormElement): boolean {
  return FIELDS.some((name) => {
    const control = form.elements.namedItem(name)
    return (
      (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) && control.value !== control.defaultValue
    )
  })
}
