import { checkName, factorAct, finishAdding, rejectFactor } from '#app/features/accounts/factor-act.server.ts'

export { default, handle, loader, meta } from '../two-factor.tsx'

export const action = factorAct(async (turn) => {
  const named = checkName(turn.values)
  if (named.errors) {
    return rejectFactor(turn, '', 400, named.errors)
  }
  const added = await turn.secondFactors.addPasskey(turn.user, named.values.name, turn.values.response ?? '')
  return added === 'rejected' ? rejectFactor(turn, 'This passkey was not accepted. Try again.', 400) : finishAdding(turn, added)
})
