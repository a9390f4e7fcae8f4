import type { RouterContextProvider } from 'react-router'
import { checkForm, type Typed } from '#app/platform/forms/form.server.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { redirectWithToast } from '#app/platform/session/toast.server.ts'
import type { Enums } from '#app/services/database.ts'
import { rejectWith, sentences } from '../console/action-result.ts'
import { setBlock } from './admin.server.ts'
import { blockForm } from './schema.ts'

type Where = {
  context: Readonly<RouterContextProvider>
  admin: CurrentUser
  /** The profile of the account. */
  id: string
  submitted: Typed
  /** The page of the form. */
  address: string
}

const rejections = {
  gone: sentences.gone,
  unchanged: sentences.settled,
  admin: 'Remove the roles of this admin first.',
} satisfies Record<Exclude<Enums['account_block'], 'ok'>, string>

/** Returns true if a form is that of `Block`. */
export const isBlockForm = ({ intent }: Typed) => intent === 'block' || intent === 'unblock'

/** Blocks the account of a student for a reason, or unblocks it. */
export async function blockAction({ context, admin, id, submitted, address }: Where) {
  const reject = rejectWith(submitted, 'block')
  const isBlocking = submitted.intent === 'block'
  const { values, errors } = checkForm(blockForm, submitted)
  if (isBlocking && errors) {
    return reject(sentences.fields, 400, errors)
  }
  const outcome = await setBlock(admin, id, isBlocking && values ? values.reason : null).catch(
    orLog('Could not block or unblock an account', null),
  )
  if (outcome !== 'ok') {
    return outcome === null ? reject(sentences.failed, 502) : reject(rejections[outcome], 409)
  }
  return redirectWithToast(context, address, {
    title: isBlocking ? 'The account is blocked' : 'The account can sign in again',
    text: 'The change is logged.',
  })
}
