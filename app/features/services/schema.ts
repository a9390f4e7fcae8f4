import * as v from 'valibot'
import { filled, isMail, line, lines, orNull } from '#app/platform/forms/fields.ts'
import { publishAt, rating, ticked } from '#app/platform/forms/record-fields.ts'
import { parsePhone } from '#app/platform/text/phone-numbers.ts'
import { isOnWhatsapp, whatsappLink } from '#app/platform/text/whatsapp.ts'
import { serviceTypes } from './labels.ts'

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

/** The admin form of a service. */
export const serviceForm = v.object({
  service_name: filled(line(200), 'Give the service a name'),
  service_type: v.picklist(serviceTypes, 'Choose what kind of help it is'),
  service_description: orNull(lines(10_000)),
  benefits: orNull(line(2000)),
  specializations: orNull(line(2000)),
  base_price: v.pipe(
    line(40),
    v.check(
      (text) => /^((₦|NGN) ?)?\d[\d,]*( \D.*)?$|^$/.test(text) && Number(text.replaceAll(/\D/g, '')) <= 10_000_000,
      'Whole naira, such as 3,500 or 500 a page; at most ₦10,000,000',
    ),
    v.transform((text) => text || null),
  ),
  turnover_time: orNull(line(100)),
  rating: rating(),
  publish_at: publishAt(),
  is_sample: ticked(),
  contact_link: v.pipe(
    line(1000),
    v.check(
      (text) => text === '' || parseContactLink(text) !== null,
      'A link that works: https://wa.me/2348031234567, mailto: or tel:',
    ),
    v.transform(parseContactLink),
  ),
})
export type ServiceForm = v.InferOutput<typeof serviceForm>
