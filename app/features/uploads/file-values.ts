import { href } from 'react-router'
import { ACCOUNT_FIELD } from '#app/platform/forms/account-field.ts'
import { getTexts, putInto } from '#app/platform/forms/drafts.ts'
import type { Arrived } from './use-sending.ts'

/* Fills the upload form in from its file. Loaded only when a file has arrived. */

/** The values that a file states, as text by the names of the form's fields. */
export type FileValues = Readonly<Record<string, string>>

type Read = { reason: string | null; values: FileValues }
const nothing: Read = { reason: null, values: {} }

type Known = {
  /** The fields that have values of an earlier file. */
  earlier: readonly string[]
  /** The fields in which the student has typed. */
  typed: ReadonlySet<string>
}

/**
 * Reads a file that has arrived, and fills it into the form. `showStatus` receives the progress.
 * @returns the names of the fields that have a value of this file, and the reason why the file is rejected, or null.
 */
export async function readInto(
  form: HTMLFormElement,
  arrived: Arrived,
  known: () => Known,
  showStatus: (status: string) => void,
): Promise<{ names: string[]; reason: string | null }> {
  showStatus('Your file has arrived. We are reading it to fill in the form.')
  const { reason, values } = await readFileValues(arrived, new FormData(form))
  const names = fillIn(form, values, known())
  showStatus(
    names.length > 0
      ? 'Your file has arrived. Some fields are filled in from it: check them, and change what is wrong.'
      : 'Your file has arrived. Fill in the rest and send it.',
  )
  return { names, reason }
}

/**
 * Returns what the server reads in a file that has arrived.
 * @returns nothing if the server does not answer: the form works without it.
 */
async function readFileValues({ uploadSession, sha256 }: Arrived, form: FormData): Promise<Read> {
  try {
    const response = await fetch(href('/upload-materials/file-values'), {
      method: 'POST',
      body: new URLSearchParams({ uploadSession, sha256, ...getTexts(form, (name) => name === ACCOUNT_FIELD) }),
    })
    // A redirect leads to the sign-in page.
    return response.ok && !response.redirected ? ((await response.json()) as Read) : nothing
  } catch (error) {
    console.warn('Could not read the values of the file', error)
    return nothing
  }
}

/**
 * Fills in the fields that are empty or have the value of an earlier file. What the student typed, or emptied, stays.
 * Returns the names of the fields that have a value of this file.
 */
function fillIn(form: HTMLFormElement, values: FileValues, { earlier, typed }: Known): string[] {
  const current = new FormData(form)
  const isFree = (name: string) => !typed.has(name) && (earlier.includes(name) || current.get(name) === '')
  const names = Object.keys(values).filter(isFree)
  for (const name of new Set([...names, ...earlier.filter(isFree)])) {
    putInto(form, name, values[name] ?? '')
  }
  return names
}
