import { type FormEvent, type RefObject, useRef, useState } from 'react'
import type { Arrived } from './use-sending.ts'

/** Fills the upload form in from its file, and knows which values are the file's and which the student's. */
export function useFileValues(form: RefObject<HTMLFormElement | null>, initial: readonly string[]) {
  const [fromFile, setShown] = useState(initial)
  /** The same names for code that began before the last rendering, such as reading an earlier file. */
  const latest = useRef(initial)
  const [status, setStatus] = useState<string>()
  const typed = useRef(new Set<string>())
  const setFromFile = (names: readonly string[]) => {
    latest.current = names
    setShown(names)
  }

  return {
    /** The progress of the file that has arrived. */
    status,
    /** Returns the hint of a field whose value is from the file. */
    mark: (name: string) => (fromFile.includes(name) ? 'Filled in from your file' : undefined),
    /** The fields whose values are from the file. */
    fromFile,
    /** Call it with the names that a restored draft has from an earlier file. */
    restore: setFromFile,
    /**
     * Reads a file that has arrived, and fills in the fields that the student has not typed in. Returns the reason why the
     * file is rejected, or null.
     */
    async readFile(arrived: Arrived): Promise<string | null> {
      const { readInto } = await import('./file-values.ts')
      if (!form.current) {
        return null
      }
      const known = () => ({ earlier: latest.current, typed: typed.current })
      const { names, reason } = await readInto(form.current, arrived, known, setStatus)
      setFromFile(names)
      return reason
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
      if (latest.current.includes(name)) {
        setFromFile(latest.current.filter((other) => other !== name))
      }
    },
  }
}
