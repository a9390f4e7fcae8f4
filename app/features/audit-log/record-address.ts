import { studentAddress } from '../console/person-addresses.ts'

const lists: Readonly<Record<string, string>> = {
  review: '/admin/reviews',
  copy: '/admin/reviews',
  material: '/admin/catalogue/materials',
  service: '/admin/catalogue/services',
  course: '/admin/catalogue/courses',
  post: '/admin/catalogue/posts',
  topic: '/admin/catalogue/topics',
  thesaurus: '/admin/catalogue/thesaurus',
  topic_request: '/admin/people/requests',
  message: '/admin/people/messages',
  order: '/admin/money/orders',
  question: '/admin/texts/questions',
  testimonial: '/admin/texts/testimonials',
}

const people = new Set(['admin', 'account', 'note', 'payout_hold'])

/** Returns the page of the console of the record that an action changed, or null. */
export function recordAddress(action: string, subject: string): string | null {
  const [noun = '', verb] = action.split('.')
  if (people.has(noun)) {
    return studentAddress(subject)
  }
  const list = verb === 'imported' || verb === 'import_undone' ? undefined : lists[noun]
  return list ? `${list}/${subject}` : null
}

const nameless = new Set(['money.settlement', 'money.bank_charge', 'note.added', 'note.deleted'])

/** Returns false for actions whose subject may be an entry of the ledger or a note, which have no name. */
export const hasNamedRecord = (action: string): boolean => !nameless.has(action)
