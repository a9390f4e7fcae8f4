import * as v from 'valibot'
import { filled, isMail, line, lines, orNull } from '#app/platform/forms/fields.ts'
import { parsePhone } from '#app/platform/text/phone-numbers.ts'
import { isOnWhatsapp, whatsappLink } from '#app/platform/text/whatsapp.ts'
import { getSchema, publishLater, ratingField, type RecordFields, sampleContent } from '../console/field-map.ts'
import { serviceTypes, typeLabel } from './labels.ts'

/** Returns a link to contact someone, with the whole number if it has one; null if it leads nowhere. */
function parseContactLink(text: string): string | null {
  const [scheme = '', rest = ''] = text.split(/(?<=^(?:mailto|tel):)/)
  switch (scheme) {
    case 'tel:': {
      const digits = parsePhone(rest)
      return digits && `tel:+${digits}`
    }
    case 'mailto:':
      return isMail(rest.replace(/\?\S*$/, '')) ? text : null
    default:
      return isOnWhatsapp(text) ? whatsappLink(text) : /^https:\/\/\S+$/.test(text) && URL.canParse(text) ? text : null
  }
}

const section = 'More about it'

export const serviceFields = {
  service_name: { schema: filled(line(200), 'Give the service a name'), label: 'Name' },
  service_type: {
    schema: v.picklist(serviceTypes, 'Choose what kind of help it is'),
    kind: 'select',
    label: 'Kind',
    options: serviceTypes.map((value) => ({ value, label: typeLabel(value) })),
  },
  // Naira as typed; startingPrice() parses it.
  base_price: {
    schema: v.pipe(
      line(40),
      v.check(
        (text) => /^((₦|NGN) ?)?\d[\d,]*( \D.*)?$|^$/.test(text) && Number(text.replaceAll(/\D/g, '')) <= 10_000_000,
        'Whole naira, such as 3,500 or 500 a page; at most ₦10,000,000',
      ),
      v.transform((text) => text || null),
    ),
    label: 'Starting price',
    inputMode: 'numeric',
    hint: "Naira, commas allowed. Empty shows 'Contact for pricing'.",
    beside: true,
  },
  service_description: { schema: orNull(lines(10_000)), kind: 'area', label: 'Description' },
  contact_link: {
    schema: v.pipe(
      line(1000),
      v.check(
        (text) => text === '' || parseContactLink(text) !== null,
        'A link that works: https://wa.me/2348031234567, mailto: or tel:',
      ),
      v.transform(parseContactLink),
    ),
    label: 'Contact link',
    inputMode: 'url',
    placeholder: 'https://wa.me/2348031234567',
  },
  benefits: {
    schema: orNull(line(2000)),
    label: 'What you get',
    heading: 'Benefits',
    hint: 'With commas between.',
    section,
  },
  specializations: { schema: orNull(line(2000)), label: 'Specializations', hint: 'With commas between.', section },
  turnover_time: {
    schema: orNull(line(100)),
    label: 'Time it takes',
    heading: 'Time',
    summary: 'time',
    placeholder: '3-5 days',
    section,
  },
  rating: { ...ratingField, beside: true, section },
  is_sample: { ...sampleContent, section },
  publish_at: publishLater,
} satisfies RecordFields<'writing_services'>

/** The admin form of a service. */
export const serviceForm = getSchema(serviceFields)
export type ServiceForm = v.InferOutput<typeof serviceForm>
