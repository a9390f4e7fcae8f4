import * as v from 'valibot'
import { filled, line, lines, wholeNumber } from '#app/platform/forms/fields.ts'
import { isPictureDescribed, NO_PICTURE_WORDS } from '#app/platform/forms/record-fields.ts'
import { avatarUrl } from '#app/platform/text/own-pictures.ts'
import { getSchema, pictureFields, placeField, type RecordFields, sampleContent } from '../console/field-map.ts'

export const testimonialFields = {
  content: {
    schema: filled(lines(600), 'Type what they said'),
    kind: 'area',
    label: 'Words',
    hint: 'What they said, with their permission and without additions.',
  },
  name: { schema: filled(line(100), 'Say whose words these are'), label: 'Name', placeholder: 'Chiamaka O.' },
  university: { schema: line(200), label: 'School', beside: true },
  year: { schema: line(50), label: 'Year', placeholder: 'Year 3', beside: true },
  rating: {
    schema: v.pipe(
      wholeNumber(1, 5, 'From 1 to 5'),
      v.transform((stars) => stars ?? 5),
    ),
    label: 'Stars',
    inputMode: 'numeric',
    placeholder: '5',
    beside: true,
  },
  place: { ...placeField, hint: 'Smaller numbers come first; six are shown.' },
  ...pictureFields(
    'Picture',
    'Use a picture that was uploaded here: choose the file above and press the button. It is resized for the home page.',
    avatarUrl,
  ),
  is_sample: {
    ...sampleContent,
    label: 'Sample',
    hint: 'Nobody really said it. The page then says that it is a sample.',
  },
} satisfies RecordFields<'testimonials'>

/** The admin form of a testimonial. */
export const testimonialForm = v.pipe(
  getSchema(testimonialFields),
  v.forward(v.partialCheck([['image_url'], ['image_alt']], isPictureDescribed, NO_PICTURE_WORDS), ['image_alt']),
)
export type TestimonialForm = v.InferOutput<typeof testimonialForm>
