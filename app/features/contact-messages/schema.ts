import { href } from 'react-router'
import * as v from 'valibot'
import { filled, lines, ownMail, personName } from '#app/platform/forms/fields.ts'
import { aboutLabels } from './labels.ts'

export const messageAbout = v.picklist(['order', 'upload', 'payout', 'other'], 'Choose one from the list')

export const aboutOptions = messageAbout.options.map((value) => ({ value, label: aboutLabels[value] }))

/** The contact form. */
export const messageForm = v.object({
  name: filled(personName(100), 'Type your name'),
  email: ownMail('Type your email, so that we can answer'),
  about: messageAbout,
  body: filled(lines(3000), 'Type your message'),
})

/** The parameters of an address that begins a message. */
export const messageStart = v.object({ about: messageAbout, body: lines(3000) })

/** Returns the address of the contact form with a subject and the beginning of a message. */
export function messagePath(start: v.InferOutput<typeof messageStart>): string {
  return `${href('/contact')}?${new URLSearchParams(start).toString()}`
}
