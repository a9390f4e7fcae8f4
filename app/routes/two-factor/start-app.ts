import { redirect } from 'react-router'
import { factorAct } from '#app/features/accounts/factor-act.server.ts'
import { TWO_FACTOR_PATH } from '#app/features/accounts/two-factor-forms.tsx'

export { default, handle, loader, meta } from '../two-factor.tsx'

export const action = factorAct(async ({ secondFactors, user }) => {
  await secondFactors.startApp(user)
  return redirect(`${TWO_FACTOR_PATH}?add=app`, 303)
})
