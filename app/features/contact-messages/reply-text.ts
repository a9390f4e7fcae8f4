const SIGNATURE = 'Lamplight'

/** The place of a name in a text that goes to several people. */
export const NAME_PLACE = '{name}'

/** Words before a name, by which nobody is greeted alone. */
const titles =
  /^(?:mrs?|miss|ms|dr|prof|professor|nurse|matron|sister|sir|madam|alhaji|alhaja|hajia|mallam|chief|pastor|rev|engr|barr)\.?$/i

/**
 * Returns the name by which a reply greets a person: the first one, the one after a comma, or all of it if it begins with
 * a title or an initial.
 */
export function greetedName(name: string): string {
  const whole = name.replaceAll(/\s+/g, ' ').trim()
  const [first = ''] = (whole.includes(',') ? (whole.split(',')[1] ?? '') : whole).trim().split(' ')
  return first === '' || titles.test(first) || first.replace('.', '').length < 2 ? whole : first
}

/** Returns a reply with its greeting and signature around `body`, which may be empty. */
export const composeReply = (name: string, body = ''): string => `Hello ${name},\n\n${body}\n\n${SIGNATURE}`

/** Returns true if a reply has no words other than the greeting and the signature. */
export const isUnwritten = (reply: string): boolean =>
  new RegExp(String.raw`^(?:Hello [^\n]{1,100},)?\s*(?:${SIGNATURE})?$`).test(reply.trim())

/** Returns the reply of one person: their name replaces its place. */
export const fillName = (reply: string, name: string): string => reply.replaceAll(NAME_PLACE, () => greetedName(name))
