import * as v from 'valibot'
import { lines } from '#app/platform/forms/fields.ts'
import { isTimestamp } from '#app/platform/text/dates.ts'
import { messageReply } from './labels.ts'
import { isUnwritten } from './reply-text.ts'

/** An admin's reply, with its greeting and signature. `version` is the time of the newest message that was read. */
export const replyForm = v.object({
  reply: v.pipe(
    lines(5000),
    v.check((reply) => !isUnwritten(reply), messageReply.missing),
  ),
  version: v.pipe(
    v.string(),
    v.check((text) => isTimestamp(text)),
  ),
})

/** An order whose link is sent again. */
export const resendForm = v.object({ order: v.pipe(v.string(), v.uuid()) })
