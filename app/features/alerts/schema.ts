import * as v from 'valibot'
import { ownMail } from '#app/platform/forms/fields.ts'

/** The address of a visitor who wants to be told. A signed-in student's account has one. */
export const alertForm = v.object({ email: ownMail('Type your email: we tell you there') })
