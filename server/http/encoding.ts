import { parseAccept } from 'hono/utils/accept'

/** The encodings that we offer, best compression first. */
const encodings = ['br', 'gzip'] as const
export type Encoding = (typeof encodings)[number]

/**
 * Chooses the encoding from an Accept-Encoding header (RFC 9110, 12.5.3): the highest quality, then the best compression. Null means plain
 * bytes, also when the browser accepts none of ours.
 */
export function agreedEncoding(header: string | undefined): Encoding | null {
  if (!header) {
    return null
  }
  const accepted = parseAccept(header)
  const qualityOf = (encoding: string) =>
    (accepted.find(({ type }) => type.toLowerCase() === encoding) ?? accepted.find(({ type }) => type === '*'))?.q ?? 0
  const wanted = [...encodings, 'identity'].filter((encoding) => qualityOf(encoding) > 0)
  const [best] = wanted.toSorted((one, other) => qualityOf(other) - qualityOf(one))
  return encodings.find((encoding) => encoding === best) ?? null
}
