import { banks } from './banks.ts'

/** The banks to pick from, for a field with `list="banks"`; any other name may be typed. */
export function BankNames() {
  return (
    <datalist id="banks">
      {banks.map(({ name }) => (
        <option key={name}>{name}</option>
      ))}
    </datalist>
  )
}
