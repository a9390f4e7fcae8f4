import * as v from 'valibot'

const uuid = v.pipe(v.string(), v.uuid())

/** Returns true if a key from an address looks like an id. The database would return an error for other keys. */
export function looksLikeUuid(key: string): boolean {
  return v.is(uuid, key)
}

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** Returns true if a key from an address could be a slug: small letters, digits, single hyphens. */
export function looksLikeSlug(key: string): boolean {
  return SLUG.test(key)
}

/**
 * Converts a title into a slug of at most 180 characters: removes accents and replaces everything but letters and
 * digits by hyphens. '' if nothing remains.
 */
export function getSlug(title: string): string {
  return title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('æ', 'ae')
    .replaceAll('œ', 'oe')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 180)
    .replaceAll(/^-|-$/g, '')
}
