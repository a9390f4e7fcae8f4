/* Emails as the site writes them into DATA_DIR/mail, parsed as an email program does, and the forms that cause them. */
import fs from 'node:fs'
import path from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { send } from './http.ts'

/** Returns every email file, oldest first. */
export function mailFiles(dataDirectory: string): string[] {
  const directory = path.join(dataDirectory, 'mail')
  const names = fs.existsSync(directory) ? fs.readdirSync(directory) : []
  return names.toSorted().map((name) => path.join(directory, name))
}

/** Returns the newest email to an address, of this subject if one is named. Waits until there is one. */
export async function mailTo(dataDirectory: string, address: string, subject?: string): Promise<{ mail: Email; file: string }> {
  for (let tries = 0; tries < 1200; tries += 1) {
    for (const file of mailFiles(dataDirectory).toReversed()) {
      const mail = file.endsWith('.eml') ? await PostalMime.parse(fs.readFileSync(file)) : null
      if (mail?.to?.some((to) => to.address === address) && (subject === undefined || mail.subject === subject)) {
        return { mail, file }
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`No email ${subject ?? ''} was sent to ${address}`)
}

/** Returns the confirmation link in an email's text. */
export function linkIn({ text }: Pick<Email, 'text'>): string {
  const link = text?.match(/https?:\/\/\S+\/auth\/confirm\?\S+/)?.[0]
  if (!link) {
    throw new Error(`Could not find a link in:\n${text}`)
  }
  return link
}

/** Returns an unused address. */
export const newAddress = (name: string) => `${name}.${Date.now()}.${Math.floor(Math.random() * 1e6)}@example.ng`

/** A valid sign-up form. */
export const signUpFields = (email: string) => ({
  intent: 'sign-up',
  first_name: 'Amaka',
  last_name: 'Eze',
  institution_of_study: 'School of Nursing, Eleyele',
  gender: 'female',
  current_year_of_study: 'year-3',
  email,
  password: 'a long enough secret',
})

/** Sends the sign-up form. */
export const signUp = (url: string, fields: Record<string, string>, options: Parameters<typeof send>[2] = {}) =>
  send(`${url}/auth?tab=sign-up`, fields, options)
