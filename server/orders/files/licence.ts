/**
 * Returns the licence text of a file: its owner, in a form that only the buyer recognises, and the order. ASCII only.
 */
export function licence(email: string, reference: string): string {
  const [name = '', domain = ''] = email.split('@')
  const masked = email === '' ? 'its reader' : `${name.slice(0, 1)}***@${domain}`
  return `Licensed to ${masked}, order ${reference}`.replaceAll(/[^\x20-\x7e]/g, '?')
}
