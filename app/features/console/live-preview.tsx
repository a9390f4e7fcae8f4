import { type ReactNode, useEffect, useRef, useState } from 'react'
import { getTexts } from '#app/platform/forms/drafts.ts'

type Values = Readonly<Record<string, string>>

/**
 * Shows what visitors will see of the form around it, again with each key that the admin types. Without a script it shows
 * the stored values.
 */
export function LivePreview({ stored, children }: { stored: Values; children: (values: Values) => ReactNode }) {
  const figure = useRef<HTMLElement>(null)
  const [values, setValues] = useState(stored)
  useEffect(() => {
    const form = figure.current?.closest('form')
    const read = () => {
      if (form) {
        setValues(getTexts(new FormData(form), () => true))
      }
    }
    // A draft of the browser may have filled the form before.
    read()
    form?.addEventListener('input', read)
    return () => form?.removeEventListener('input', read)
  }, [])
  return (
    <figure className="live-preview" ref={figure}>
      <figcaption className="small soft">As visitors will see it</figcaption>
      {children(values)}
    </figure>
  )
}
