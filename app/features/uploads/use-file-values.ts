import { type FormEvent, type RefObject, useRef, useState } from 'react'
import type { UploadResult } from './check-upload.ts'
import type { Arrived } from './use-sending.ts'

const FROM_FILE = 'Filled in from your file'

/** Fills the upload form in from its file, and knows which values are the file's and which the student's. */
export function useFileValues(form: RefObject<HTMLFormElement | null>, result: UploadResult | null) {
  const [fromFile, setFromFile] = useState(result?.fromFile ?? [])
  const [reading, setReading] = useState(false)
  const typed = useRef(new Set<string>())

  return {
    /** What happens with the file that has arrived. */
    status: reading
      ? 'Your file has arrived. We are reading it to fill in the form.'
      : fromFile.length > 0
        ? 'Your file has arrived. Some fields are filled in from it: check them, and change what is wrong.'
        : 'Your file has arrived. Fill in the rest and send it.',
    /** Returns the hint of a field whose value is from the file. */
    mark: (name: string) => (fromFile.includes(name) ? FROM_FILE : undefined),
    /** Reads a file that has arrived, and fills in the fields that the student has not typed in. */
    async readFile(arrived: Arrived): Promise<void> {
      setReading(true)
      try {
        const { readFileValues, fillInFromFile } = await import('./file-values.ts')
        const values = await readFileValues(arrived)
        if (form.current) {
          setFromFile(fillInFromFile(form.current, values, { earlier: fromFile, typed: typed.current }))
        }
      } catch (error) {
        // The code could not be loaded; the form works without it.
        if (!(error instanceof TypeError)) {
          throw error
        }
      } finally {
        setReading(false)
      }
    },
    /** Call it when the form is emptied. */
    reset(): void {
      typed.current.clear()
      setFromFile([])
    },
    /** Call it after typing: the field's value is the student's own. */
    noteTyped({ target }: FormEvent<HTMLFormElement>): void {
      if ('name' in target && typeof target.name === 'string') {
        const { name } = target
        typed.current.add(name)
        setFromFile((names) => (names.includes(name) ? names.filter((other) => other !== name) : names))
      }
    },
  }
}
