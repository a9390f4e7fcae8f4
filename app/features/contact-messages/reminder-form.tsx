import { href } from 'react-router'
import { ErrorSummary, TextField } from '#app/ui/field.tsx'
import { ActForm } from '../console/act-form.tsx'
import type { ActionResult } from '../console/action-result.ts'
import type { Conversation } from './admin.server.ts'
import { describeReminder } from './labels.ts'

type Props = {
  conversation: Pick<Conversation, 'id' | 'remind_on' | 'reminder_note'>
  /** The day in Lagos, as 2026-11-20. */
  today: string
  result: ActionResult | undefined
}

/** The reminder of a conversation: a day and a note. */
export function ReminderForm({ conversation: { id, remind_on, reminder_note }, today, result }: Props) {
  const action = href('/admin/people/messages/:id/remind', { id })
  return (
    // After saving, it is folded and its fields show the stored values.
    <details key={`${remind_on} ${reminder_note}`} className="card" open={result !== undefined || undefined}>
      <summary>{remind_on ? describeReminder(remind_on, reminder_note) : 'Remind me on a day'}</summary>
      <div className="stack">
        <ErrorSummary error={result} />
        <ActForm className="stack" action={action}>
          <TextField
            label="Day"
            name="remind_on"
            type="date"
            min={today}
            defaultValue={result?.values.remind_on ?? remind_on ?? ''}
            error={result?.errors.remind_on}
            hint="From this day the conversation is on Today, until you reply, close it or move the day."
          />
          <TextField
            label="Note"
            name="note"
            optional
            maxLength={200}
            defaultValue={result?.values.note ?? reminder_note ?? ''}
            error={result?.errors.note}
          />
          <p>
            <button className="btn">{remind_on ? 'Change the reminder' : 'Set the reminder'}</button>
          </p>
        </ActForm>
        {remind_on && (
          <ActForm action={action}>
            <input type="hidden" name="remind_on" value="" />
            <button className="btn bare no">Remove the reminder</button>
          </ActForm>
        )}
      </div>
    </details>
  )
}
