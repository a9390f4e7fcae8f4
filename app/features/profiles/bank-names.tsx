import { banks } from './banks.ts'

/** The suggested banks for a field with `list="banks"`; other names may be typed. */
export function BankNames() {
  return (
    <datalist id="banks">
      {banks.map(({ name }) => (
        <option key={name}>{name}</option>
      ))}
    </datalist>
  )
}
