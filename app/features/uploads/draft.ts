import { type Draft as AnyDraft, getDrafts, putInto, getTexts } from '#app/platform/forms/drafts.ts'

/* Saves the text of the upload form on the phone until it is sent, so that a closed browser or a lost connection
   loses nothing. In localStorage, one draft for each account, never with bank details, because another person may
   use the phone later. */
const drafts = getDrafts<Draft>('lamplight:draft:', 14)
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
  'wished_price',
  'institution',
  'email',
] as const

export type Draft = AnyDraft & {
  /** A file that was being sent: its name, and the number of sent bytes. */
  file: { name: string; sent: number; total: number } | null
  /** The fields whose values are from the file. */
  fromFile: readonly string[]
}

/** The account of the open draft; the page has one form. Null after sending, so that late writes are dropped. */
let open: string | null = null

/** Opens the account's draft on this phone, or returns null if there is none or it is older than two weeks. */
export function openDraft(account: string): Draft | null {
  open = account
  return drafts.read(drafts.raw(account))
}

/** Stores a form's values as the open draft, if the phone allows it. */
export function saveDraft(form: FormData, { file, fromFile }: Pick<Draft, 'file' | 'fromFile'>): void {
  if (open === null) {
    return
  }
  const texts = getTexts(form, (name) => FIELDS.some((field) => field === name))
  drafts.write(open, { fields: Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')), file, fromFile })
}

/** Removes and closes the open draft, after sending or discarding. */
export function deleteDraft(): void {
  if (open !== null) {
    drafts.remove(open)
  }
  open = null
}

/** Fills a draft into the form's fields, except those in which the student typed before the script was loaded. */
export function fillIn(form: HTMLFormElement, { fields }: Draft): void {
  for (const [name, text] of Object.entries(fields)) {
    const control = form.elements.namedItem(name)
    if (isText(control) ? control.value === control.defaultValue : control instanceof HTMLSelectElement && control.value === '') {
      putInto(form, name, text)
    }
  }
}

/** Returns true if the student has typed into one of the form's text fields. */
export function isTyped(form: HTMLFormElement): boolean {
  return FIELDS.some((name) => {
    const control = form.elements.namedItem(name)
    return isText(control) && control.value !== control.defaultValue
  })
}

function isText(control: Element | RadioNodeList | null): control is HTMLInputElement | HTMLTextAreaElement {
  return control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement
}
