/* Labels of the actions, columns and values in the audit log. */
import { checklist, sameFileCheck } from '../reviews/labels.ts'
import { textGroups } from '../texts/groups.ts'
import { adminRoles } from '../console/roles.ts'
import { getCategory } from '../materials/categories.ts'
import { programmes } from '../materials/programmes.ts'
import { providerName, weekdayName } from '../money/labels.ts'
import { emailLabels } from '../outbox/labels.ts'
import { formatMoment, isTimestamp } from '#app/platform/text/dates.ts'
import { formatKobo, formatNaira } from '#app/platform/text/money.ts'
import { capitalised } from '#app/platform/text/strings.ts'

const actions: Readonly<Record<string, string>> = {
  'account.blocked': 'Account blocked',
  'account.deleted': 'Account deleted',
  'account.second_factor_added': 'Second factor added',
  'account.second_factor_removed': 'Second factor removed',
  'account.second_factor_reset': 'Second factors reset',
  'account.unblocked': 'Account unblocked',
  'admin.invited': 'Admin invited',
  'admin.invitation_withdrawn': 'Invitation of an admin withdrawn',
  'admin.log_exported': 'Audit log exported',
  'admin.data_exported': 'Files exported',
  'admin.made': 'Made an admin',
  'admin.removed': 'Admin removed',
  'admin.roles_changed': 'Admin roles changed',
  'book_rule.added': 'Money rules changed',
  'catalogue.exported': 'Topics exported',
  'catalogue.purged': 'Deleted records removed',
  'copy.retried': 'Copy to Drive tried again',
  'email.retried': 'Email sent again',
  'material.file_given': 'File added to a material',
  'money.bank_charge': 'Bank charge recorded',
  'money.bank_file': 'Bank file downloaded',
  'money.bank_file_left': 'Bank file discarded',
  'money.discrepancy_resolved': 'Paystack discrepancy resolved',
  'money.exported': 'Money exported',
  'money.payout_returned': 'Payout returned by the bank',
  'money.payouts_paid': 'Payouts marked as paid',
  'money.refund_settled': 'Refund marked as paid',
  'money.refunded': 'Refund recorded',
  'money.run_confirmed': 'Payout run confirmed',
  'money.sale_reversed': 'Sale reversed',
  'money.sale_written_again': 'Sale corrected',
  'money.sales_added': 'Sales recorded',
  'money.settlement': 'Settlement recorded',
  'money.transfer_closed': 'Transfer resolved',
  'money.transfer_code_given': 'Transfer code entered',
  'money.transfer_left': 'Transfer moved to the bank file',
  'money.transfer_retried': 'Transfer tried again',
  'money.transfers_begun': 'Transfers started',
  'money.unmatched_settled': 'Unmatched sale resolved',
  'order.part_refund_agreed': 'Part refund approved',
  'order.refund_agreed': 'Refund approved',
  'order.refund_refused': 'Refund declined',
  'order.refunds_acknowledged': 'Refunds acknowledged',
  'order.resent': 'Receipt sent again',
  'order.revoked': 'Download closed',
  'order.twice_left': 'Second payment accepted',
  'payout_hold.added': 'Payouts held back',
  'review.approved': 'Upload approved',
  'review.rejected': 'Upload rejected',
  'review.reopened': 'Upload reopened',
  'review.edited': 'Upload edited by the student',
  'review.taken_off_sale': 'Work taken off sale by the student',
  'review.put_back_on_sale': 'Work put back on sale by the student',
  'review.changes_asked': 'Changes requested',
  'review.file_removed': 'File of a rejected upload removed',
  'review.file_changed': 'File replaced by the student',
  'review.ticked': 'Checklist ticked',
  'sample_content.loaded': 'Sample content loaded',
  'thesaurus_proposal.dismissed': 'Proposal for the thesaurus dismissed',
  'thesaurus_proposal.restored': 'Dismissed proposal shown again',
  'topic.import_undone': 'Topic import undone',
  'topic.imported': 'Topics imported',
  'demo.removed': 'Demo removed',
}

const nounLabels: Readonly<Record<string, string>> = {
  review: 'Upload',
  topic_request: 'Topic request',
  message: 'Conversation',
  book_rule: 'Money rules',
  product_rule: 'Product rule',
  payout_hold: 'Payout hold',
  class_rep: 'Class link',
  class_rep_share: 'Class rep’s share',
  discount: 'Discount code',
}

/** Describes an action, such as 'material.published': 'Material published'. */
export function describeAction(action: string): string {
  const [noun = '', verb = ''] = action.split('.')
  return actions[action] ?? capitalised(`${nounLabels[noun] ?? noun} ${verb}`.replaceAll('_', ' '))
}

/** Returns the actions whose label has these words. */
export function findActions(words: string): string[] {
  const wanted = words.toLowerCase()
  return Object.entries(actions).flatMap(([action, label]) => (label.toLowerCase().includes(wanted) ? [action] : []))
}

const columns: Readonly<Record<string, string>> = {
  slug: 'Address',
  admin_roles: 'Roles',
  refund_days: 'Days to ask for a refund',
  run_weekday: 'Payouts are made on',
  hold_hours: 'Hours without payouts after new bank details',
  share_basis: 'Share counted from',
  fee_fixed_kobo: 'Fixed fee per sale',
  comment_status: 'Status',
  content_value: 'Text',
  setting_value: 'Value',
  kobo: 'Amount',
  total_kobo: 'Total',
  minimum_kobo: 'Minimum payout',
  publish_at: 'Planned for',
  fee_hundredths: 'Provider’s fee',
  from: 'Before',
  profile_id: 'Student',
  material_id: 'Material',
  service_name: 'Name',
  post_title: 'Title',
  chapter_one_preview: 'Free text',
  sort: 'Kind',
  max_uses: 'Limit of uses',
  is_stopped: 'Stopped',
  share_percent: 'Student’s share',
  rep_percent: 'Class reps’ part',
  vat_hundredths: 'VAT',
  valid_from: 'From',
}

/** Returns the label of a logged column or detail. */
export const describeColumn = (column: string): string =>
  columns[column] ?? capitalised(column.replace(/_(kobo|at|id)$/, '').replaceAll('_', ' '))

/** Returns the columns whose label has these words. */
export function findColumns(words: string): string[] {
  const wanted = words.toLowerCase()
  return Object.entries(columns).flatMap(([column, label]) => (label.toLowerCase().includes(wanted) ? [column] : []))
}

/** Stored values of a column, as the console calls them. */
const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  share_basis: { gross: 'the whole price', net: 'the price less the provider’s fee' },
  programme: Object.fromEntries(programmes.map(({ stored, label }) => [stored, label])),
  comment_status: { pending: 'Waiting', shown: 'Shown', declined: 'Hidden' },
  check: Object.fromEntries([...checklist, sameFileCheck].map(({ name, label }) => [name, label])),
}

const inWords = (stored: string) => capitalised(stored.replaceAll('_', ' '))
const roleName = (stored: string) => adminRoles.find(({ value }) => value === stored)?.label ?? stored

/** Formats the stored texts of a column with many values. */
const formats: Readonly<Record<string, (stored: string) => string>> = {
  admin_roles: (stored) => stored.split(', ').map(roleName).join(', '),
  category: (stored) => capitalised(getCategory(stored).label),
  provider: providerName,
  service_type: inWords,
  preview_section: inWords,
  status: inWords,
  sort: inWords,
}

/** Formats the numbers of a column that is neither an amount nor a count. */
const numberFormats: Readonly<Record<string, (stored: number) => string>> = {
  price: formatNaira,
  run_weekday: (stored) => `${weekdayName(stored)}s`,
  fee_hundredths: (stored) => `${stored / 100} %`,
  share_percent: (stored) => `${stored} %`,
  rep_percent: (stored) => `${stored} %`,
  vat_hundredths: (stored) => `${stored / 100} %`,
}

/** Formats a logged value of a column; '' for none. `names` has the names of records by id. */
export function describeValue(column: string, value: unknown, names: ReadonlyMap<string, string>): string {
  if (value === null || value === undefined || value === '') {
    return ''
  }
  if (typeof value === 'boolean') {
    return value ? 'Yes' : 'No'
  }
  if (typeof value === 'number') {
    return column.endsWith('kobo') ? formatKobo(value) : (numberFormats[column]?.(value) ?? String(value))
  }
  if (Array.isArray(value)) {
    return value.map((each) => describeValue(column, each, names)).join(', ')
  }
  if (typeof value !== 'string') {
    return Object.entries(value)
      .map(([key, each]) => `${describeColumn(key)}: ${describeValue(key, each, names)}`)
      .join('; ')
  }
  return (
    names.get(value) ?? words[column]?.[value] ?? formats[column]?.(value) ?? (isTimestamp(value) ? formatMoment(value) : value)
  )
}

/** Labels of subjects without an id: sources of sales, and exported lists. */
const subjects: Readonly<Record<string, string>> = {
  csv: 'from a CSV file',
  hand: 'by hand',
  hook: 'from the sales hook',
  provider: 'from Paystack',
  balances: 'balance sheet',
  books: 'all lines of the books',
  runs: 'all payouts',
  comparison: 'comparison with a report',
  weeks: 'statistics by week',
  sources: 'sources of visits',
}

/** Describes a product of a provider, such as 'selar.pain in labour'. */
function describeProduct(subject: string): string {
  const [provider = '', ...product] = subject.split('.')
  return `“${product.join('.')}” on ${provider === 'other' ? 'another provider' : providerName(provider)}`
}

/** Returns the name of a record without an id: a text, a setting, a product, or a source of sales; '' for none. */
export function describeSubject(action: string, subject: string): string {
  const [noun] = action.split('.')
  if (noun === 'setting' || noun === 'text') {
    const [name, key] = subject.split('.')
    const group = textGroups.find((each) => each.name === name && each.fields.some((field) => field.key === key))
    const field = group?.fields.find((each) => each.key === key)
    return group && field ? `${group.title}, ${field.label.toLowerCase()}` : capitalised(subject.replaceAll(/[._]/g, ' '))
  }
  return noun === 'money' ? (subjects[subject] ?? subject) : noun === 'product_rule' ? describeProduct(subject) : ''
}

/** Returns a name of public.audit_log_names for the screen: emails are named by their template. */
export function describeName(name: string): string {
  const [template = '', ...recipient] = name.split(', to ')
  const label = emailLabels[template.replaceAll(' ', '-')]
  return label && recipient.length > 0 ? `${label}, to ${recipient.join(', to ')}` : name
}
