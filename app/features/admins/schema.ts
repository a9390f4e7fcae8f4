import * as v from 'valibot'
import { filled, ownMail, personName } from '#app/platform/forms/fields.ts'
import { newPassword } from '../accounts/schema.ts'

/** The invitation of an admin; the roles are checked apart, because they are several. */
export const invitation = v.object({ email: ownMail('Type the email address') })

/** The account that an invited person creates. */
export const invitedAccount = v.object({
  first_name: filled(personName(100), 'Type your first name'),
  last_name: filled(personName(100), 'Type your last name'),
  ...newPassword.entries,
})
