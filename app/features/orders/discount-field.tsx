import { formatDay } from '#app/platform/text/dates.ts'
import { formatKobo } from '#app/platform/text/money.ts'
import { TextField } from '#app/ui/field.tsx'
import type { Discount } from './discount.server.ts'
import { MAX_CODE_CHARS } from './schema.ts'

type Props = { discount: Discount | null; priceKobo: number; typed: string; error: string | undefined }

/** The discount code of a checkout: the field for it, or what it takes off and the button that removes it. */
export function DiscountField({ discount, priceKobo, typed, error }: Props) {
  if (discount) {
    return (
      <div className="note good row between">
        <input type="hidden" name="code" value={discount.code} />
        <p role="status">
          <b>{discount.code}</b> takes off {formatKobo(priceKobo - discount.toPayKobo)}.{' '}
          <span className="small">
            Once for your address{discount.lastDay !== null && `, until ${formatDay(discount.lastDay)}`}.
          </span>
        </p>
        <button className="btn bare" name="remove" value="yes" aria-label={`Remove ${discount.code}`}>
          Remove
        </button>
      </div>
    )
  }
  return (
    <details open={typed !== '' || error !== undefined || undefined}>
      <summary>I have a discount code</summary>
      <div className="stack">
        <TextField
          label="Discount code"
          name="code"
          defaultValue={typed}
          error={error}
          maxLength={MAX_CODE_CHARS}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <p>
          <button className="btn" name="apply" value="yes">
            Use the code
          </button>
        </p>
      </div>
    </details>
  )
}
