import { factorAct, rejectFactor, showCodes } from '#app/features/accounts/factor-act.server.ts'

export { default, handle, loader, meta } from '../two-factor.tsx'

export const action = factorAct(async (turn) =>
  turn.isOn
    ? showCodes(await turn.secondFactors.replaceRecoveryCodes(turn.user))
    : rejectFactor(turn, 'Add a second factor first.', 409),
)
