import * as v from 'valibot'
import { filled, line, oneOf, ownMail, personName } from '#app/platform/forms/fields.ts'

export const genders = [
  { value: 'female', label: 'Female' },
  { value: 'male', label: 'Male' },
  { value: 'other', label: 'Other' },
  { value: 'prefer-not-to-say', label: 'Prefer not to say' },
] as const

export const studyYears = [
  { value: 'year-1', label: 'Year 1' },
  { value: 'year-2', label: 'Year 2' },
  { value: 'year-3', label: 'Year 3' },
  { value: 'year-4', label: 'Year 4' },
  { value: 'year-5', label: 'Year 5' },
  { value: 'postgraduate', label: 'Postgraduate' },
  { value: 'graduate', label: 'Graduate' },
] as const

const email = ownMail('Type your email address')

export const MIN_PASSWORD_CHARS = 8

/** bcrypt reads only 72 bytes of a password, so longer passwords are rejected. */
const password = v.pipe(
  v.optional(v.string(), ''),
  v.minLength(1, 'Type a password'),
  v.check((text) => new TextEncoder().encode(text).length <= 72, 'At most 72 characters, please'),
  v.regex(/^\P{Cc}*$/u, 'It has a character that cannot be used'),
)

/** The server checks how easy it is to guess (guessed-passwords.server.ts). */
const chosenPassword = v.pipe(
  password,
  v.minLength(MIN_PASSWORD_CHARS, 'Use at least 8 characters; a short sentence works well.'),
)

/** Login: email and password (SPEC 5). */
export const signIn = v.object({ email, password })

/** A request for an email: only the address is needed. */
export const addressOnly = v.object({ email })

/** Change of password: the current one, and the new one with a check of its length. */
export const passwordChange = v.object({
  present_password: password,
  new_password: chosenPassword,
})

/** Change of email: the new address, and the password as proof of identity. */
export const emailChange = v.object({ email, email_password: password })

/** Only the password, for an action that cannot be undone. */
export const passwordOnly = v.object({ password })

/** A new password. The backend decides on its strength; the length is checked here, before the link is redeemed. */
export const newPassword = v.object({
  password: chosenPassword,
})

/** The form of a user whose address someone else has signed up with. */
export const claim = v.object({
  first_name: filled(personName(100), 'Type your first name'),
  last_name: filled(personName(100), 'Type your last name'),
  institution_of_study: filled(personName(200), 'Type the name of your school'),
  password: chosenPassword,
})
export type Claim = v.InferOutput<typeof claim>

/** Sign Up: all seven fields are required (SPEC 5). The backend decides how strong a password must be. */
export const signUp = v.object({
  first_name: filled(personName(100), 'Type your first name'),
  last_name: filled(personName(100), 'Type your last name'),
  institution_of_study: filled(personName(200), 'Type the name of your school'),
  gender: oneOf(genders, 'Choose one'),
  current_year_of_study: oneOf(studyYears, 'Choose your year'),
  email,
  password,
})

export type SignUp = v.InferOutput<typeof signUp>

/** The reason for which an admin blocks an account. */
export const blockForm = v.object({ reason: filled(line(500), 'Say why. They read it') })
