import { type RouterContextProvider } from 'react-router'
import { checkForm, type Typed } from '#app/platform/forms/form.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import { logFailure } from '#app/platform/log/failures.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { redirectWithToast } from '#app/platform/session/toast.server.ts'
import { sentences, rejectWith } from '../console/action-result.ts'
import { addNote, deleteNote, type Person } from './queries.server.ts'
import { noteForm } from './schema.ts'

type Where = {
  context: Readonly<RouterContextProvider>
  admin: CurrentUser
  person: Pick<Person, 'profile_id' | 'email'>
  submitted: Typed
  /** The address of the person's page. */
  address: string
}

/** Adds or deletes a note about a student or a buyer. */
export async function noteAction({ context, admin, person, submitted, address }: Where) {
  const reject = rejectWith(submitted)
  const done = (title: string) => redirectWithToast(context, address, { title })
  try {
    const { intent, note_id = '' } = submitted
    if (intent === 'delete_note' && looksLikeUuid(note_id)) {
      return (await deleteNote(admin, note_id)) ? done('The note is deleted') : reject(sentences.gone, 409)
    }
    if (intent !== 'note') {
      return reject(sentences.fields, 400)
    }
    const { values, errors } = checkForm(noteForm, submitted)
    if (errors) {
      return reject(sentences.fields, 400, errors)
    }
    return (await addNote(admin, person, values)) ? done('Note added') : reject(sentences.gone, 409)
  } catch (error) {
    logFailure('Could not change the notes about a person', error)
    return reject(sentences.failed, 502)
  }
}
