/** What is written on the file: whose it is, so that only the buyer recognises the address, and the order. Letters of ASCII alone. */
export function licence(email: string, reference: string): string {
  const [name = '', domain = ''] = email.split('@')
  const masked = email === '' ? 'its reader' : `${name.slice(0, 1)}***@${domain}`
  return `Licensed to ${masked}, order ${reference.replace(/^LL-/, '')}`.replaceAll(/[^\x20-\x7e]/g, '?')
}
