import { type RouterContextProvider } from 'react-router'
import * as v from 'valibot'
import { filled, lines } from '#app/platform/forms/fields.ts'
import { checkForm, readForm, submittedValues } from '#app/platform/forms/form.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import { logFailure } from '#app/platform/log/failures.server.ts'
import { redirectWithToast } from '#app/platform/session/toast.server.ts'
import { sentences, rejectWith } from './action-result.ts'
import { bulkResult } from './bulk.ts'
import { type BulkReplyTexts, describeReplies, getVersion, MAX_REPLY, type Recipient } from './bulk-reply.ts'
import { listInAddress, type RowOutcome, selectionInAddress, splitOutcomes } from './bulk.server.ts'

type Arguments = { request: Request; context: Readonly<RouterContextProvider> }

/**
 * Returns the selected rows that get a reply, the others with their reasons, and the address of the list.
 * @throws a redirect to the list if no row is selected.
 */
export async function readRecipients(
  { request, context }: Arguments,
  texts: BulkReplyTexts,
  find: (ids: readonly string[]) => Promise<readonly Recipient[]>,
) {
  const found = await find(readIds({ request, context }, texts))
  const recipients = found.filter(({ reason }) => reason === null)
  return {
    recipients,
    version: getVersion(recipients),
    skipped: splitOutcomes(found).unchanged,
    list: listInAddress(request, texts.list.to),
  }
}

/**
 * Sends the typed reply to the people of the selected rows. `reply` sends it and returns the outcome of each row, or why
 * the text cannot be sent; `version` is that of the recipients whom the admin saw. Goes back to the list, unless some rows got none.
 */
export async function replyToSelected(
  { request, context }: Arguments,
  texts: BulkReplyTexts,
  reply: (ids: readonly string[], text: string, version: string) => Promise<readonly RowOutcome[] | string>,
) {
  const ids = readIds({ request, context }, texts)
  const sent = await readForm(request, context)
  const reject = rejectWith(submittedValues(sent))
  const form = v.object({
    reply: v.pipe(
      filled(lines(MAX_REPLY), texts.missing),
      v.check((text) => text !== texts.start, texts.missing),
    ),
    version: v.optional(v.string(), ''),
  })
  const { values, errors } = checkForm(form, Object.fromEntries(sent))
  if (errors) {
    return reject(sentences.fields, 400, errors)
  }
  try {
    const outcomes = await reply(ids, values.reply, values.version)
    if (typeof outcomes === 'string') {
      return reject(sentences.fields, 400, { reply: outcomes })
    }
    const { changed, unchanged } = splitOutcomes(outcomes)
    const title = describeReplies(changed.length, texts, unchanged)
    return unchanged.length > 0
      ? bulkResult(title, { unchanged, hasChanged: changed.length > 0 })
      : redirectWithToast(context, listInAddress(request, texts.list.to), { title })
  } catch (error) {
    logFailure('Could not reply to the selected rows', error)
    return reject(sentences.failed, 502)
  }
}

function readIds({ request, context }: Arguments, { list }: BulkReplyTexts): string[] {
  const ids = selectionInAddress(request, looksLikeUuid)
  if (ids.length === 0) {
    throw redirectWithToast(context, listInAddress(request, list.to), { title: 'Select at least one row.', kind: 'bad' })
  }
  return ids
}
