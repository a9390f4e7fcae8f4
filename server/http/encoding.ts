import type { Context } from 'hono'
import { accepts } from 'hono/accepts'

/** The encodings that we offer, best compression first. */
const encodings = ['br', 'gzip'] as const
export type Encoding = (typeof encodings)[number]

/**
 * Chooses the encoding from Accept-Encoding (RFC 9110, 12.5.3): the highest quality, then the best compression. Null means plain bytes,
 * also when the browser accepts none of ours.
 */
export function agreedEncoding(c: Context): Encoding | null {
  const agreed = accepts(c, {
    header: 'Accept-Encoding',
    supports: [...encodings, 'identity'],
    default: 'identity',
    match(accepted, { supports, default: plain }) {
      const qualityOf = (encoding: string) =>
        (accepted.find(({ type }) => type.toLowerCase() === encoding) ?? accepted.find(({ type }) => type === '*'))?.q ?? 0
      const wanted = supports.filter((encoding) => qualityOf(encoding) > 0)
      return wanted.toSorted((one, other) => qualityOf(other) - qualityOf(one))[0] ?? plain
    },
  })
  return encodings.find((encoding) => encoding === agreed) ?? null
}
