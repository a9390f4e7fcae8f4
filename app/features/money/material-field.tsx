import { useEffect, useId, useState } from 'react'
import { useWorks, type Work } from '../console/works.ts'
import { formatNaira } from '#app/platform/text/money.ts'
import { TextField } from '#app/ui/field.tsx'

type Props = {
  label: string
  required?: boolean
  defaultValue: string | undefined
  error: string | undefined
  /** Receives the material whose whole title is typed, or null. */
  onFound?(material: Work | null): void
}

/** A field for the title of a material. It searches the catalogue while the admin types, and suggests what it finds. */
export function MaterialField({ label, required, defaultValue, error, onFound }: Props) {
  const list = useId()
  const [typed, setTyped] = useState('')
  const { found } = useWorks({ q: typed })
  useEffect(() => {
    onFound?.(found?.works.find(({ title }) => title === typed) ?? null)
  }, [found, typed, onFound])
  return (
    <>
      <TextField
        label={label}
        name="title"
        list={list}
        autoComplete="off"
        required={required}
        defaultValue={defaultValue}
        error={error}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <datalist id={list}>
        {found?.works.map(({ slug, title, price }) => (
          <option key={slug} value={title}>
            {formatNaira(price)}
          </option>
        ))}
      </datalist>
    </>
  )
}
