import { useEffect, useId, useState } from 'react'
import { href, useFetcher } from 'react-router'
import { formatNaira } from '#app/platform/text/money.ts'
import { TextField } from '#app/ui/field.tsx'

/** Milliseconds without a key before the titles are searched. */
const PAUSE_MS = 150

/** A material that can be sold, with its price in naira. */
export type Sellable = { title: string; price: number }

type Props = {
  label: string
  required?: boolean
  defaultValue: string | undefined
  error: string | undefined
  /** Receives the material whose whole title is typed, or null. */
  onFound?(material: Sellable | null): void
}

/** A field for the title of a material. It searches the catalogue while the admin types, and suggests what it finds. */
export function MaterialField({ label, required, defaultValue, error, onFound }: Props) {
  const { load, data } = useFetcher<Sellable[]>()
  const list = useId()
  const [typed, setTyped] = useState('')
  useEffect(() => {
    const search = `${href('/admin/money/titles')}?${new URLSearchParams({ q: typed }).toString()}`
    const waiting = setTimeout(() => {
      if (typed.trim() !== '') {
        void load(search)
      }
    }, PAUSE_MS)
    return () => clearTimeout(waiting)
  }, [typed, load])
  useEffect(() => {
    onFound?.(data?.find(({ title }) => title === typed) ?? null)
  }, [data, typed, onFound])
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
        {data?.map(({ title, price }) => (
          <option key={title} value={title}>
            {formatNaira(price)}
          </option>
        ))}
      </datalist>
    </>
  )
}
