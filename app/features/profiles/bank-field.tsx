import type { ComponentProps } from 'react'
import { TextField } from '#app/ui/field.tsx'
import type { BankOption } from './banks.ts'

type Props = Omit<ComponentProps<typeof TextField>, 'label' | 'hint' | 'list'> & {
  options: readonly BankOption[]
  /** The likely banks for a text that names none of the options. */
  likely: readonly string[] | undefined
}

/**
 * The field for a bank of the list, found by any of its names. Browsers without suggestions send the text, and the
 * server finds the bank. The radio buttons have the name of the text, and the last value that is sent counts.
 */
export function BankField({ options, likely, ...field }: Props) {
  return (
    <div className="stack">
      <TextField {...field} label="Bank name" list="banks" hint="Such as GTB" />
      <datalist id="banks">
        {options.map(({ name, aliases }) => (
          <option key={name} value={name}>
            {aliases.join(', ')}
          </option>
        ))}
      </datalist>
      {likely && (
        <div className="choice" role="radiogroup" aria-label="Bank">
          {likely.map((name) => (
            <label key={name}>
              <input type="radio" name={field.name} value={name} />
              {name}
            </label>
          ))}
        </div>
      )}
    </div>
  )
}
