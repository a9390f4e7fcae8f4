import { adminAct } from '#app/features/console/act.server.ts'
import { sentences } from '#app/features/console/action-result.ts'
import { refundPart } from '#app/features/orders/admin.server.ts'
import { bankAsks, partForm } from './act-forms.ts'
import { formatKobo } from '#app/platform/text/money.ts'

export { clientAction, default, loader, meta } from '../order.tsx'

const tooMuch = 'That is all that is left, or more. To refund all of it, use the button above, which closes the file.'

/** Refunds a part; a second submission of the form is rejected. */
export const action = adminAct({
  form: partForm,
  run: (admin, id, { amount, refunded, words }) =>
    refundPart(admin, id, { kobo: amount, expectedRefunded: Number(refunded), words }),
  toast: ({ amount }) => ({ title: `${formatKobo(amount)} is on its way back`, text: 'We are emailing the buyer.' }),
  rejections: {
    gone: sentences.gone,
    settled: 'A refund of this order is on its way already.',
    changed: 'Money went back since you opened this page. Look at what is left, then decide again.',
    too_much: tooMuch,
    disputed: bankAsks,
  },
  errors: { too_much: { amount: tooMuch } },
  failure: 'Could not refund a part of an order',
})
