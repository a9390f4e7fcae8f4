import { sentences } from '#app/features/console/action-result.ts'
import type { Enums } from '#app/services/database.ts'

type Outcome = Enums['sale_recording'] | Enums['refund_recording'] | Enums['refund_settlement'] | Enums['sale_reversal']

/** Reasons why a sale was not changed, shown at the form. */
export const rejections: Record<Exclude<Outcome, 'ok' | 'recorded'>, string> = {
  gone: sentences.gone,
  no_material: sentences.gone,
  too_much: 'That is more than is left of the price.',
  duplicate: 'This was done already.',
  has_order: 'This sale belongs to an order, which is refunded through Paystack. Open the order.',
  refunded: 'This sale has a refund, so it cannot be reversed.',
}
