import * as v from 'valibot'
import { chatWith } from '../../platform/text/whatsapp.ts'

const line = (most: number) => v.fallback(v.pipe(v.string(), v.trim(), v.maxLength(most)), '')

/** 'I paid and got nothing': what helps to find the order. What does not fit is left out. */
const complaint = v.object({ reference: line(100), material: line(300), email: line(254) })
export type Complaint = v.InferOutput<typeof complaint>

/** Reads the form of /support. It is sent by POST, so that no email address gets into an address, a log or a Referer. */
export function parseComplaint(form: FormData): Complaint {
  return v.parse(complaint, Object.fromEntries(form))
}

/** Nothing filled in yet. */
export const emptyComplaint: Complaint = { reference: '', material: '', email: '' }

/** The complaint as a mail and as a WhatsApp text, ready to be sent by the person; null while nothing was filled in. */
export function complaintLinks(
  given: Complaint,
  to: { email: string; whatsapp: string },
): { mail: string; whatsapp: string } | null {
  if (!given.reference && !given.material && !given.email) {
    return null
  }
  const lines = [
    'I paid for a material and did not get it.',
    `Order reference: ${given.reference || 'not known'}`,
    `Material: ${given.material || 'not said'}`,
    `Email used on the payment page: ${given.email || 'not said'}`,
  ]
  const subject = `Paid, not received${given.reference ? `: ${given.reference}` : ''}`
  return {
    mail: `mailto:${to.email}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(lines.join('\r\n'))}`,
    whatsapp: `${chatWith(to.whatsapp)}?text=${encodeURIComponent(lines.join('\n'))}`,
  }
}
