import { useEffect, useRef, useState } from 'react'
import { getTexts } from '#app/platform/forms/drafts.ts'
import { SmallCover } from './thumbnail.tsx'

type Drawn = { title: string; subject_area: string; category: string }
type Props = { id: string; stored: Drawn }

/**
 * The cover that is drawn for the form around it, redrawn while the admin types. Without a script it shows the saved
 * record.
 */
export function LiveCover({ id, stored }: Props) {
  const figure = useRef<HTMLElement>(null)
  const [drawn, setDrawn] = useState(stored)
  useEffect(() => {
    const form = figure.current?.closest('form')
    const draw = () => {
      const { title = '', subject_area = '', category = '' } = form ? getTexts(new FormData(form), () => true) : {}
      setDrawn({ title, subject_area, category })
    }
    form?.addEventListener('input', draw)
    return () => form?.removeEventListener('input', draw)
  }, [])
  return (
    <figure className="row" ref={figure}>
      <SmallCover material={{ ...drawn, id, list_category: drawn.category }} />
      <figcaption className="hint">The cover. It is drawn from the title, the subject area and the category.</figcaption>
    </figure>
  )
}
