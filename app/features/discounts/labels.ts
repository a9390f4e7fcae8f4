import { formatDay } from '#app/platform/text/dates.ts'
import { formatKobo, formatNaira } from '#app/platform/text/money.ts'
import { formatTimes } from '../materials/sold.ts'
import { getCategory } from '../materials/categories.ts'
import type { LineOf } from '../console/lists.server.ts'
import type { getDiscountUses, listDiscounts } from './admin.server.ts'

type Code = LineOf<typeof listDiscounts>
type Uses = Awaited<ReturnType<typeof getDiscountUses>>

/** Describes a discount code in the list: what it takes off, from what, until when, and how often it was used. */
export function describeCode(code: Code, uses: Uses): string {
  const { kind, amount, category, works, last_day, max_uses, profile_id } = code
  const used = uses.find(({ discount_id }) => discount_id === code.id)
  return [
    describeReduction(kind, amount),
    profile_id !== null && 'a student’s own works, from their share',
    category !== null ? getCategory(category).label : works !== '' ? describeWorks(works) : profile_id === null && 'all works',
    last_day !== null && `until ${formatDay(last_day)}`,
    describeUses(used?.uses ?? 0, max_uses),
    used && `${formatKobo(used.off_kobo)} less`,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Describes the reduction of a code: 20 % off, or ₦500 off. */
export const describeReduction = (kind: string, amount: number) =>
  `${kind === 'percent' ? `${amount} %` : formatNaira(amount)} off`

const describeUses = (uses: number, max: number | null) =>
  max !== null ? `used ${uses} of ${max}` : uses === 0 ? 'not used yet' : `used ${formatTimes(uses)}`

function describeWorks(works: string): string {
  const count = works.split('\n').filter((line) => line.trim() !== '').length
  return count === 1 ? 'one work' : `${count} works`
}

/** Returns why a code cannot be used on this day (2026-11-30), as its badge; null if it can. */
export function describeState(
  { is_stopped, first_day, last_day, deleted_at }: Pick<Code, 'is_stopped' | 'first_day' | 'last_day' | 'deleted_at'>,
  today: string,
): string | null {
  return deleted_at !== null
    ? 'deleted'
    : is_stopped
      ? 'stopped'
      : last_day !== null && last_day < today
        ? 'ended'
        : first_day !== null && first_day > today
          ? `from ${formatDay(first_day)}`
          : null
}
