import { href } from 'react-router'
import { decideComment } from '#app/features/comments/admin.server.ts'
import { undoAddress } from '#app/features/comments/undo-address.ts'
import { sentences } from '#app/features/console/action-result.ts'
import type { AdminRole } from '#app/features/console/roles.ts'
import { invalidateMaterials } from '#app/features/materials/invalidate.server.ts'
import { purchaseLinkForm, putOnSale } from '#app/features/materials/purchase-link.server.ts'
import { liftHold, recordRefundSettlement } from '#app/features/money/commands.server.ts'
import { resolveReports } from '#app/features/reports/admin.server.ts'
import { outcomes } from '#app/features/reports/labels.ts'
import { retryCopy, retryEmail } from '#app/features/today/queries.server.ts'
import { raiseUploadYear } from '#app/features/uploads/upload-year.server.ts'
import { checkForm, type FieldErrors } from '#app/platform/forms/form.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { isTimestamp } from '#app/platform/text/dates.ts'

/** The result for the admin: a toast, or a sentence with the errors of the form. */
export type Result = { done: string; text?: string; undo?: string } | { rejected: string; status: number; errors?: FieldErrors }

type Handler = (admin: CurrentUser, id: string, values: Readonly<Record<string, string>>) => Promise<Result>

const gone: Result = { rejected: sentences.settled, status: 409 }

const decide =
  (state: 'shown' | 'declined', done: string): Handler =>
  async (admin, id) => {
    const was = await decideComment(admin, id, state)
    return was ? { done, undo: undoAddress(id, was) } : gone
  }

const settle =
  (outcome: keyof typeof outcomes): Handler =>
  async (admin, id, { seen }) => {
    if (!isTimestamp(seen)) {
      return { rejected: sentences.gone, status: 400 }
    }
    return (await resolveReports(admin, id, seen, outcome)) === 'ok'
      ? { done: outcomes[outcome], undo: `${href('/admin/people/reports')}?of=${id}` }
      : gone
  }

/** The handlers of Today's buttons, by intent. */
const handlers = {
  async link(admin, id, submitted) {
    const { values, errors } = checkForm(purchaseLinkForm, submitted)
    if (errors) {
      return { rejected: sentences.fields, status: 400, errors }
    }
    const isOnSale = await putOnSale(admin, id, values.selar_link)
    invalidateMaterials()
    return isOnSale ? { done: 'On sale', text: 'We are emailing the student.' } : gone
  },
  show: decide('shown', 'The comment is shown'),
  decline: decide('declined', 'Declined'),
  declined: settle('declined'),
  unpublished: settle('unpublished'),
  dealt_with: settle('dealt_with'),
  nothing_to_do: settle('nothing_to_do'),
  async send_again(admin, id) {
    const student = await liftHold(admin, id)
    return student === null ? gone : { done: `The payout to ${student} goes with the next run` }
  },
  refund_settled: async (admin, id) =>
    (await recordRefundSettlement(admin, id)) === 'ok' ? { done: 'The buyer has the refund' } : gone,
  copy: async (admin, id) =>
    (await retryCopy(admin, id))
      ? { done: 'The copy is made' }
      : { rejected: 'The copy to Drive failed. It will be retried automatically.', status: 502 },
  mail: async (admin, id) => ((await retryEmail(admin, id)) ? { done: 'Trying again' } : gone),
  year: async (admin) => ({ done: `Works of ${await raiseUploadYear(admin, new Date())} are accepted now` }),
} satisfies Record<string, Handler>

/** The role that, in addition to owners, sees the button on Today (private.due_role). */
const rolesByIntent: Record<keyof typeof handlers, AdminRole> = {
  link: 'editor',
  show: 'reviewer',
  decline: 'reviewer',
  declined: 'reviewer',
  unpublished: 'reviewer',
  dealt_with: 'reviewer',
  nothing_to_do: 'reviewer',
  send_again: 'money',
  refund_settled: 'money',
  copy: 'reviewer',
  mail: 'money',
  year: 'owner',
}

type Admin = CurrentUser & { roles: readonly AdminRole[] }

/** Runs the handler of a submitted form. `values.intent` is the handler, `values.id` the item. */
export async function handleItem(admin: Admin, values: Readonly<Record<string, string>>): Promise<Result> {
  const { intent = '', id = '' } = values
  if (hasHandler(intent) && !admin.roles.includes('owner') && !admin.roles.includes(rolesByIntent[intent])) {
    return { rejected: 'Your role cannot do this. Ask an owner.', status: 403 }
  }
  if (intent !== 'year' && !looksLikeUuid(id)) {
    return { rejected: sentences.gone, status: 400 }
  }
  return hasHandler(intent) ? handlers[intent](admin, id, values) : { rejected: sentences.fields, status: 400 }
}

const hasHandler = (intent: string): intent is keyof typeof handlers => Object.hasOwn(handlers, intent)
