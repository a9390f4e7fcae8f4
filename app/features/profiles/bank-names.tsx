import { banks } from './banks.ts'

/**
 * The suggested banks for a field with `list="banks"`; other names may be typed. `names`: Paystack's list, or null for
 * ours.
 */
export function BankNames({ names }: { names: readonly string[] | null }) {
  return (
    <datalist id="banks">
      {(names ?? banks.map(({ name }) => name)).map((name) => (
        <option key={name}>{name}</option>
      ))}
    </datalist>
  )
}
