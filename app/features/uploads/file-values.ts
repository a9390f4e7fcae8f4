import { putInto } from '#app/platform/forms/drafts.ts'
import type { Arrived } from './use-sending.ts'

/* Fills the upload form in from its file. Loaded only when a file has arrived. */

/** What a file says of itself, as text by the names of the form's fields. */
export type FileValues = Readonly<Record<string, string>>

/**
 * Returns what the server reads in a file that has arrived.
 * @returns nothing if the server does not answer: the form works without it.
 */
export async function readFileValues({ uploadSession, sha256 }: Arrived): Promise<FileValues> {
  try {
    const response = await fetch('/upload-materials/file-values', {
      method: 'POST',
      body: new URLSearchParams({ uploadSession, sha256 }),
    })
    // A redirect leads to the sign-in page.
    return response.ok && !response.redirected ? ((await response.json()) as FileValues) : {}
  } catch (error) {
    console.warn('Could not read the values of the file', error)
    return {}
  }
}

/**
 * Fills in the fields that are empty, or have the value of an earlier file (`earlier`). What the student typed, or
 * emptied (`typed`), stays.
 * @returns the names of the fields that have a value of this file.
 */
export function fillInFromFile(
  form: HTMLFormElement,
  values: FileValues,
  { earlier, typed }: { earlier: readonly string[]; typed: ReadonlySet<string> },
): string[] {
  const current = new FormData(form)
  const isFree = (name: string) => !typed.has(name) && (earlier.includes(name) || current.get(name) === '')
  const names = Object.keys(values).filter(isFree)
  for (const name of new Set([...names, ...earlier.filter(isFree)])) {
    putInto(form, name, values[name] ?? '')
  }
  return names
}
