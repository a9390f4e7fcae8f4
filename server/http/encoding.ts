import type { Context } from 'hono'
import { accepts } from 'hono/accepts'

/** The encodings we compress to, the one that compresses best first. */
const encodings = ['br', 'gzip'] as const
export type Encoding = (typeof encodings)[number]

/**
 * The encoding that the browser wants most of those we have (RFC 9110, 12.5.3): by quality, then by how well it compresses. Null: plain bytes, also where the
 * browser refuses everything we have.
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
