import { onePayout, payoutAct, tooLate } from '#app/features/money/run-transfers.server.ts'
import { actOnTransfer } from '#app/features/money/transfers.server.ts'

export { clientAction, default, loader, meta } from '../payout-run.tsx'

export const action = payoutAct(onePayout, { title: 'Trying again' }, async ({ admin, transfers, payout }) => {
  const acted = await actOnTransfer(admin, 'retry_transfer', payout)
  await transfers.goOn()
  return acted || tooLate
})
