import { formatTimes } from '../materials/sold.ts'
import { formatKobo } from '#app/platform/text/money.ts'

const DAY_MS = 24 * 60 * 60 * 1000

type Facts = {
  paid_at: string | null
  /** The end of the refund window; null without one. */
  refund_until: string | null
  /** Null if the file is not ours to give. */
  downloads: number | null
  /** The loss of the author by a refund of all that is left, in kobo. */
  loss_kobo: number
}

/** Describes what an admin considers before a refund. `now` in ms. */
export function describeRefundFacts({ paid_at, refund_until, downloads, loss_kobo }: Facts, now: number): string {
  return [
    paid_at && describePaid(paid_at, refund_until, now),
    downloads !== null && `Downloaded ${formatTimes(downloads)}.`,
    loss_kobo > 0 && `The author loses ${formatKobo(loss_kobo)}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

function describePaid(paid_at: string, refund_until: string | null, now: number): string {
  const paid = Date.parse(paid_at)
  const days = Math.floor((now - paid) / DAY_MS)
  const ago = days < 1 ? 'in the last 24 hours' : `${formatDays(days)} ago`
  const window = refund_until && ` (the refund window is ${formatDays(Math.round((Date.parse(refund_until) - paid) / DAY_MS))})`
  return `Paid ${ago}${window ?? ''}.`
}

const formatDays = (days: number) => (days === 1 ? 'one day' : `${days} days`)
