import * as v from 'valibot'
import { chatWith } from '#app/platform/text/whatsapp.ts'

const line = (max: number) => v.fallback(v.pipe(v.string(), v.trim(), v.maxLength(max)), '')

/** The form 'I paid and got nothing': details that help to find the order. Invalid values are left out. */
const complaint = v.object({ reference: line(100), material: line(300), email: line(254) })
export type Complaint = v.InferOutput<typeof complaint>

/**
 * Parses the form of /support. It is sent by POST, so that an email address does not get into a URL, a log or a
 * Referer.
 */
export function parseComplaint(form: FormData): Complaint {
  return v.parse(complaint, Object.fromEntries(form))
}

/** A blank complaint form. */
export const emptyComplaint: Complaint = { reference: '', material: '', email: '' }

/** Returns the links that send the complaint by email or WhatsApp, or null while the form is empty. */
export function complaintLinks(
  input: Complaint,
  to: { email: string; whatsapp: string },
): { mail: string; whatsapp: string } | null {
  if (!input.reference && !input.material && !input.email) {
    return null
  }
  const lines = [
    'I paid for a material and did not get it.',
    `Order reference: ${input.reference || 'not known'}`,
    `Material: ${input.material || 'not said'}`,
    `Email used on the payment page: ${input.email || 'not said'}`,
  ]
  const subject = `Paid, not received${input.reference ? `: ${input.reference}` : ''}`
  return {
    mail: `mailto:${to.email}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(lines.join('\r\n'))}`,
    whatsapp: `${chatWith(to.whatsapp)}?text=${encodeURIComponent(lines.join('\n'))}`,
  }
}
