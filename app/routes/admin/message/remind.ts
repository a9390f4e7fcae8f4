import { adminAct } from '#app/features/console/act.server.ts'
import { sentences } from '#app/features/console/action-result.ts'
import { setReminder } from '#app/features/contact-messages/admin.server.ts'
import { reminderForm } from '#app/features/contact-messages/reply-schema.ts'
import { formatDay } from '#app/platform/text/dates.ts'

export { clientAction, default, loader, meta } from '../message.tsx'

export const action = adminAct({
  form: reminderForm,
  run: (admin, id, { remind_on, note }) => setReminder(admin, id, remind_on, note),
  toast: ({ remind_on }) =>
    remind_on
      ? { title: `Reminder set for ${formatDay(remind_on)}`, text: 'The conversation is on Today from that day.' }
      : { title: 'Reminder removed' },
  rejections: { gone: sentences.gone },
  failure: 'Could not set the reminder of a conversation',
})
