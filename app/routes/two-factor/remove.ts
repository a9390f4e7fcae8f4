import { factorIsGone, leave, onFactor, rejectFactor } from '#app/features/accounts/factor-act.server.ts'

export { default, handle, loader, meta } from '../two-factor.tsx'

export const action = onFactor(async (turn) =>
  (await turn.secondFactors.remove(turn.user, turn.factor))
    ? leave(turn, 'It is removed', 'We confirmed it by email.')
    : rejectFactor(turn, factorIsGone, 409),
)
