import * as v from 'valibot'
import { filled, line, lines, orNull } from '#app/platform/forms/fields.ts'
import { publishAt, rating, ticked } from '#app/platform/forms/record-fields.ts'
import { serviceTypes } from './labels.ts'

/** The admin form of a service. */
export const serviceForm = v.object({
  service_name: filled(line(200), 'Give the service a name'),
  service_type: v.picklist(serviceTypes, 'Choose what kind of help it is'),
  service_description: orNull(lines(10_000)),
  benefits: orNull(line(2000)),
  specializations: orNull(line(2000)),
  base_price: orNull(line(40)),
  turnover_time: orNull(line(100)),
  rating: rating(),
  publish_at: publishAt(),
  is_sample: ticked(),
  contact_link: v.pipe(
    line(1000),
    v.check((text) => text === '' || /^(https:\/\/|mailto:|tel:)\S+$/.test(text), 'Begin with https://, mailto: or tel:'),
    v.transform((text) => text || null),
  ),
})
export type ServiceForm = v.InferOutput<typeof serviceForm>
