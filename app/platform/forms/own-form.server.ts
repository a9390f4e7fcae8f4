/*
 * A form names the account of its page (app/ui/account-field.tsx). Another tab can have signed out since then, or have
 * signed in as someone else: then nothing is saved, and the response has the text and says who is signed in.
 */
import { href, data, type RouterContextProvider } from 'react-router'
import { userContext } from '../session/session.server.ts'
import { ACCOUNT_FIELD } from './account-field.ts'
import type { UnsentForm } from './unsent-form.ts'

type Context = Readonly<RouterContextProvider>
type Fields = readonly [name: string, value: FormDataEntryValue][]

/**
 * Rejects a form of another account than the signed-in one. Forms of visitors name none. A form whose session has ended
 * is left to its page (refused-form.server.ts).
 * @throws a 409 with the form's text.
 */
export function rejectForeignForm(request: Request, context: Context, fields: Fields): void {
  const account = fields.find(([name]) => name === ACCOUNT_FIELD)?.[1]
  const user = context.get(userContext)
  if (account && user && account !== user.userId) {
    throw keepText(request, fields, { signedInAs: user.email }, 409)
  }
}

/**
 * Returns the response to a form that was not saved, with its text.
 * @param reason the address of the signed-in account, null if none is; or that the form's page is out of date.
 */
export function keepText(
  request: Request,
  fields: Fields,
  reason: Pick<UnsentForm, 'signedInAs' | 'isOutdated'>,
  status: number,
) {
  const { pathname, searchParams } = new URL(request.url)
  // The router's own parts of the address of a client navigation.
  searchParams.delete('_routes')
  const search = searchParams.size > 0 ? `?${searchParams.toString()}` : ''
  const unsent: UnsentForm = {
    ...reason,
    action: (pathname.replace(/(\/_root|\/_)?\.data$/, '') || href('/')) + search,
    fields: fields.filter((field): field is [string, string] => typeof field[1] === 'string' && !field[0].endsWith('password')),
    hadFile: fields.some(([, value]) => typeof value !== 'string' && value.name !== ''),
  }
  return data({ unsent }, { status })
}
