import * as v from 'valibot'
import { filled, filledNumber, line, lines, wholeNumber } from '#app/platform/forms/fields.ts'

/** The number of works of a bundle (private.bundle_parts). */
const [MIN_WORKS, MAX_WORKS] = [2, 10] as const

/** Returns the slugs of pasted addresses of works, one on each line; a slug alone is one too. */
export function readSlugs(text: string): string[] {
  return text
    .split('\n')
    .map((address) => /([a-z0-9]+(?:-[a-z0-9]+)*)\/?(?:[?#].*)?$/.exec(address.trim().toLowerCase())?.[1] ?? address.trim())
    .filter((slug) => slug !== '')
}

/** A new bundle. */
export const bundleForm = v.object({
  title: filled(line(400), 'What is the bundle called?'),
  works: v.pipe(
    filled(lines(3000), 'Paste the addresses of the works'),
    v.transform(readSlugs),
    v.check((slugs) => new Set(slugs).size === slugs.length, 'A work is in it twice'),
    v.check((slugs) => slugs.length >= MIN_WORKS && slugs.length <= MAX_WORKS, 'Two to ten works'),
  ),
  price: filledNumber(wholeNumber(1, 10_000_000, 'Whole naira, from 1'), 'What does it cost?'),
  about: lines(1500),
})
