import { checkName, factorIsGone, leave, onFactor, rejectFactor } from '#app/features/accounts/factor-act.server.ts'

export { default, handle, loader, meta } from '../two-factor.tsx'

export const action = onFactor(async (turn) => {
  const named = checkName(turn.values)
  if (named.errors) {
    return rejectFactor(turn, '', 400, named.errors)
  }
  return (await turn.secondFactors.rename(turn.user, turn.factor, named.values.name))
    ? leave(turn, 'It is renamed')
    : rejectFactor(turn, factorIsGone, 409)
})
