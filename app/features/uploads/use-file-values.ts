import { type FormEvent, type RefObject, useRef, useState } from 'react'
import type { UploadResult } from './check-upload.ts'
import type { Arrived } from './use-sending.ts'

/** Fills the upload form in from its file, and knows which values are the file's and which the student's. */
export function useFileValues(form: RefObject<HTMLFormElement | null>, result: UploadResult | null) {
  const [fromFile, setFromFile] = useState(result?.fromFile ?? [])
  const [status, setStatus] = useState<string>()
  const typed = useRef(new Set<string>())

  return {
    /** The progress of the file that has arrived. */
    status,
    /** Returns the hint of a field whose value is from the file. */
    mark: (name: string) => (fromFile.includes(name) ? 'Filled in from your file' : undefined),
    /** Reads a file that has arrived, and fills in the fields that the student has not typed in. */
    async readFile(arrived: Arrived): Promise<void> {
      const { readInto } = await import('./file-values.ts')
      if (form.current) {
        setFromFile(await readInto(form.current, arrived, { earlier: fromFile, typed: typed.current }, setStatus))
      }
    },
    /** Call it when the form is emptied. */
    reset(): void {
      typed.current.clear()
      setFromFile([])
    },
    /** Call it after typing: the field's value is the student's own. */
    noteTyped({ target }: FormEvent<HTMLFormElement>): void {
      const { name } = target as HTMLInputElement
      typed.current.add(name)
      setFromFile((names) => (names.includes(name) ? names.filter((other) => other !== name) : names))
    },
  }
}
