import * as v from 'valibot'
import { readSlugs } from '../console/works.ts'
import { filled, filledNumber, line, lines, oneOf, wholeNumber } from '#app/platform/forms/fields.ts'
import { capitalised } from '#app/platform/text/strings.ts'
import { materialCategories } from '../materials/categories.ts'

/** The number of works of a bundle (private.bundle_parts). */
const [MIN_WORKS, MAX_WORKS] = [2, 10] as const

/** The categories of a bundle, by their stored values. */
export const bundleCategories = materialCategories.map(({ stored }) => ({
  value: stored,
  label: capitalised(stored.replaceAll('_', ' ')),
}))

/** The works of a bundle, in order. */
const works = v.pipe(
  filled(lines(3000), 'Which works are in it?'),
  v.transform(readSlugs),
  v.check((slugs) => new Set(slugs).size === slugs.length, 'A work is in it twice'),
  v.check((slugs) => slugs.length >= MIN_WORKS && slugs.length <= MAX_WORKS, 'Two to ten works'),
)

/** The works of a bundle that exists. */
export const bundleWorksForm = v.object({ works })

/** A new bundle. */
export const bundleForm = v.object({
  title: filled(line(400), 'What is the bundle called?'),
  works,
  category: oneOf(bundleCategories, 'Choose where visitors find it'),
  price: filledNumber(wholeNumber(1, 10_000_000, 'Whole naira, from 1'), 'What does it cost?'),
  about: lines(1500),
})
