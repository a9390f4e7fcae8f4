import { redirect } from 'react-router'
import { endSessions } from '../features/accounts/commands.server.ts'
import { noSessionCookie, personContext } from '../platform/session.server.ts'
import type { Route } from './+types/sign-out'

/** Only a form signs out; an address that is opened does not. */
export function loader() {
  return redirect('/')
}

export async function action({ context }: Route.ActionArgs) {
  const person = context.get(personContext)
  if (person) {
    await endSessions(context, person.accessToken, 'global')
  }
  return redirect('/', { status: 303, headers: { 'set-cookie': noSessionCookie(context) } })
}
