import { redirect } from 'react-router'
import { endSessions, signInWith } from '#app/features/accounts/commands.server.ts'
import { passwordAct, rejectFactor } from '#app/features/accounts/factor-act.server.ts'
import { TWO_FACTOR_PATH } from '#app/features/accounts/two-factor-forms.tsx'
import { consumeRateLimit } from '#app/platform/limits/limits.server.ts'
import { secondFactorPath } from '#app/platform/session/second-factor-path.ts'

export { default, handle, loader, meta } from '../two-factor.tsx'

/** Lets this session add the first factor after its password. */
export const action = passwordAct(async (turn) => {
  const { context, user, secondFactors, form } = turn
  if (turn.isOn) {
    return redirect(secondFactorPath(TWO_FACTOR_PATH), 303)
  }
  const password = form.get('password')
  if (typeof password !== 'string' || password === '') {
    return rejectFactor(turn, '', 400, { password: 'Type your password' })
  }
  const attempt = await consumeRateLimit(context, 'present-password')
  if (attempt.rejection) {
    return rejectFactor(turn, '', 429, { password: attempt.rejection })
  }
  const signedIn = await signInWith(context, user.email, password)
  if ('rejection' in signedIn) {
    const { errors, message } = signedIn.rejection
    return rejectFactor(turn, '', 400, {
      password: errors.password ? 'This is not your password. Look for a capital letter or a space.' : message,
    })
  }
  await attempt.succeeded()
  await endSessions(context, signedIn.tokens.access_token, 'local')
  await secondFactors.allowSetup(user)
  return redirect(TWO_FACTOR_PATH, 303)
})
