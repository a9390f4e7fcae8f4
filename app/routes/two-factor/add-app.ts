import { checkName, factorAct, finishAdding, rejectFactor } from '#app/features/accounts/factor-act.server.ts'
import { consumeRateLimit } from '#app/platform/limits/limits.server.ts'

export { default, handle, loader, meta } from '../two-factor.tsx'

export const action = factorAct(async (turn) => {
  const { context, user, secondFactors, values } = turn
  const named = checkName(values)
  if (named.errors) {
    return rejectFactor(turn, '', 400, named.errors)
  }
  const attempt = await consumeRateLimit(context, 'second-factor')
  if (attempt.rejection) {
    return rejectFactor(turn, '', 429, { code: attempt.rejection })
  }
  const added = await secondFactors.addApp(user, named.values.name, values.code ?? '')
  if (added === 'rejected') {
    return rejectFactor(turn, '', 400, {
      code: 'This code is not right. Type the one that the app shows now; the phone’s clock must be right.',
    })
  }
  await attempt.succeeded()
  return finishAdding(turn, added)
})
