import * as v from 'valibot'
import { filled, line, lines } from '#app/platform/forms/fields.ts'
import { httpsLink, mail, phone, whatsappNumber } from '#app/platform/forms/record-fields.ts'
import type { GroupField, TextGroup } from './groups.ts'

type Stored = v.GenericSchema<string | undefined, string>

/**
 * Returns the form schema of a group: every key is a text, checked by its kind. `year` is this year, the latest that a
 * work can have.
 */
export function groupForm({ fields }: TextGroup, year: number): v.GenericSchema<Record<string, unknown>, Record<string, string>> {
  return v.object(Object.fromEntries(fields.map((field) => [field.key, fieldSchema(field, year)])))
}

function fieldSchema({ kind, max = 1000, required, label }: GroupField, year: number): Stored {
  const schema = byKind(kind, max, year)
  return required ? filled(schema, `${label}: this cannot be empty`) : schema
}

function byKind(kind: GroupField['kind'], max: number, year: number): Stored {
  switch (kind) {
    case 'mail':
      return mail()
    case 'link':
      return v.pipe(
        httpsLink(),
        v.transform((text) => text ?? ''),
      )
    case 'phone':
      return phone()
    case 'chat':
      return whatsappNumber()
    case 'chat_shown':
      return v.pipe(whatsappNumber(), v.transform(readable))
    case 'year':
      return v.pipe(
        line(20),
        v.check((text) => /^\d{4}$/.test(text) && Number(text) >= 2000 && Number(text) <= year, `A year from 2000 to ${year}`),
      )
    case 'count':
      return v.pipe(
        line(20),
        v.check((text) => /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 100, 'A number from 1 to 100'),
      )
    case 'switch':
      return v.pipe(
        line(10),
        v.transform((text) => (text === 'on' ? 'on' : 'off')),
      )
    case 'lines':
      return lines(max)
    default:
      return line(max)
  }
}

/** Formats 2348031234567 as +234 803 123 4567; numbers of other countries only get a plus. */
function readable(digits: string): string {
  return digits && `+${digits.replace(/^(234)(\d{3})(\d{3})(\d{4})$/, '$1 $2 $3 $4')}`
}
