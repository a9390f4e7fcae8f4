import { getCategory } from '#app/features/materials/categories.ts'
import { programmes } from '#app/features/materials/programmes.ts'
import { formatPrice } from '#app/platform/text/money.ts'

/** Words of a search that name a kind of work, a programme, a price or a year, with the index stems of such works. */
export type Named = { typed: string; stems: string[] }

/**
 * Returns what a search asks for beside its subject: the name, and the search without these words. Empty if the search
 * has no other words.
 */
export function namedWishes(search: string, named: readonly Named[]): { name: string; without: string }[] {
  return withoutWishes(search, named) === ''
    ? []
    : named.flatMap(({ typed, stems }) => {
        const without = withoutWords(search, typed)
        return without === search ? [] : [{ name: getName(stems), without }]
      })
}

/** Returns the search without the words of these wishes. */
export const withoutWishes = (search: string, named: readonly Named[]) =>
  named.reduce((left, { typed }) => withoutWords(left, typed), search)

function getName(stems: readonly string[]): string {
  const [field = '', value = ''] = (stems[0] ?? '').slice(1).split(':')
  switch (field) {
    case 'programme':
      return stems.map((stem) => programmes.find(({ stored }) => stem.endsWith(`:${stored}`))?.label ?? stem).join(' or ')
    case 'price':
      return value === '0' ? 'free' : `to ${formatPrice(Number(value))}`
    case 'in':
      return value
    default:
      return getCategory(value).label
  }
}

/** Returns the search without these words, which a hyphen or other signs may separate, and without a bound left alone. */
function withoutWords(search: string, typed: string): string {
  const words = typed
    .split(' ')
    .map((word) => word.replaceAll(/[^\p{L}\p{N}]/gu, ''))
    .join(String.raw`[^\p{L}\p{N}]+(?:of[^\p{L}\p{N}]+)?`)
  return search
    .replace(
      new RegExp(
        String.raw`(?<![\p{L}\p{N}])(?:(?:under|below|less than|not more than|max|within)\s+)?${words}(?![\p{L}\p{N}])`,
        'iu',
      ),
      ' ',
    )
    .replaceAll(/\s+/g, ' ')
    .trim()
}
