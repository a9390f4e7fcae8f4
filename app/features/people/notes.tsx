import { Form } from 'react-router'
import { formatMoment } from '#app/platform/text/dates.ts'
import { AccountField } from '#app/ui/account-field.tsx'
import { TextArea } from '#app/ui/field.tsx'
import type { ActionResult } from '../console/action-result.ts'
import { ConfirmButton } from '../console/confirm-button.tsx'
import type { Person } from './queries.server.ts'

/** Lists the admins' notes, with the form that adds one. `noteId` identifies the form. */
export function Notes({ notes, noteId, result }: { notes: Person['notes']; noteId: string; result: ActionResult | undefined }) {
  return (
    <section className="stack" aria-labelledby="notes">
      <h2 id="notes">Notes</h2>
      {notes.map(({ id, words, author, created_at }) => (
        <div className="note" key={id}>
          <p className="lines">{words}</p>
          <p className="small soft">
            {author}, {formatMoment(created_at)}
          </p>
          <Form method="post">
            <AccountField />
            <input type="hidden" name="note_id" value={id} />
            <ConfirmButton label="Delete" question="The note is gone then." confirm="Yes, delete it" value="delete_note" />
          </Form>
        </div>
      ))}
      {/* The key empties the form after a note was added. */}
      <Form method="post" className="stack" noValidate key={noteId}>
        <AccountField />
        <input type="hidden" name="note_id" value={noteId} />
        <TextArea
          label="New note"
          name="words"
          rows={3}
          maxLength={2000}
          hint="Admins read it, and the person finds it in the file of their data."
          defaultValue={result?.values.words}
          error={result?.errors.words}
        />
        <p>
          <button className="btn" name="intent" value="note">
            Add note
          </button>
        </p>
      </Form>
    </section>
  )
}
