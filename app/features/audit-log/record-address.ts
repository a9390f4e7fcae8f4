import { href } from 'react-router'
import { studentAddress } from '../console/person-addresses.ts'

const lists: Readonly<Record<string, string>> = {
  review: href('/admin/reviews'),
  copy: href('/admin/reviews'),
  material: href('/admin/catalogue/materials'),
  service: href('/admin/catalogue/services'),
  course: href('/admin/catalogue/courses'),
  post: href('/admin/catalogue/posts'),
  topic: href('/admin/catalogue/topics'),
  thesaurus: href('/admin/catalogue/thesaurus'),
  curriculum: href('/admin/catalogue/curriculum'),
  topic_request: href('/admin/people/requests'),
  message: href('/admin/people/messages'),
  saved_reply: href('/admin/people/messages/saved-replies'),
  newsletter: href('/admin/mails/newsletters'),
  discount: href('/admin/money/discounts'),
  order: href('/admin/money/orders'),
  question: href('/admin/texts/questions'),
  testimonial: href('/admin/texts/testimonials'),
}

/** Actions on invitations: their subject is no person yet. */
const invitations = new Set(['admin.invited', 'admin.invitation_withdrawn'])
const people = new Set(['admin', 'account', 'note', 'payout_hold', 'class_rep', 'class_rep_share'])

/** Returns the page of the console of the record that an action changed, or null. */
export function recordAddress(action: string, subject: string): string | null {
  const [noun = '', verb] = action.split('.')
  if (invitations.has(action)) {
    return href('/admin/people/admins')
  }
  if (people.has(noun)) {
    return studentAddress(subject)
  }
  const list = verb === 'imported' || verb === 'import_undone' ? undefined : lists[noun]
  return list ? `${list}/${subject}` : null
}

const nameless = new Set(['money.settlement', 'money.bank_charge', 'note.added', 'note.deleted'])

/** Returns false for actions whose subject may be an entry of the ledger or a note, which have no name. */
export const hasNamedRecord = (action: string): boolean => !nameless.has(action)
