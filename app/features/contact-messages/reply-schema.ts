import * as v from 'valibot'
import { day, line, lines } from '#app/platform/forms/fields.ts'
import { dayInLagos, isTimestamp } from '#app/platform/text/dates.ts'
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

/** A reminder. An empty day removes it; a day that is over is rejected, and so is a note without a day. */
export const reminderForm = v.pipe(
  v.object({ remind_on: day(), note: line(200) }),
  v.forward(
    v.partialCheck(
      [['remind_on']],
      ({ remind_on }) => remind_on === null || remind_on >= dayInLagos(new Date()),
      'This day is over. Choose today or a later one',
    ),
    ['remind_on'],
  ),
  v.forward(
    v.partialCheck([['remind_on'], ['note']], ({ remind_on, note }) => remind_on !== null || note === '', 'Choose the day'),
    ['remind_on'],
  ),
)
