/* Reads the emails that the embedded backend wrote to DATA_DIR/mail. */
import fs from 'node:fs'
import path from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { backend } from './backend.ts'

/** Returns every email to this address, oldest first. */
export async function mailsTo(address: string): Promise<Email[]> {
  const { embedded } = backend
  if (!embedded) {
    throw new Error('Could not read emails: the backend is not embedded')
  }
  const directory = path.join(embedded.dataDirectory, 'mail')
  const names = fs.existsSync(directory)
    ? fs
        .readdirSync(directory)
        .filter((name) => name.endsWith('.eml'))
        .toSorted()
    : []
  // A backend has emails of many tests, so parse only those that name the address.
  const naming = names.map((name) => fs.readFileSync(path.join(directory, name))).filter((mail) => mail.includes(address))
  const mails = await Promise.all(naming.map((mail) => PostalMime.parse(mail)))
  return mails.filter((mail) => mail.to?.some((recipient) => recipient.address === address))
}

/** Returns the token hash in the link of the newest email to this address. */
export async function confirmationTokenFor(address: string): Promise<string> {
  const mail = (await mailsTo(address)).at(-1)
  const token = mail?.html?.match(/token_hash=([^&"]+)/)?.[1]
  if (!token) {
    throw new Error(`No email with a token was sent to ${address}`)
  }
  return token
}
