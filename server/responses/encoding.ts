import { parseAccept } from 'hono/utils/accept'

/** The encodings that we offer, best compression first. */
const encodings = ['br', 'gzip'] as const
export type Encoding = (typeof encodings)[number]

/**
 * Chooses the encoding from an Accept-Encoding header (RFC 9110, 12.5.3): the highest quality, then the best
 * compression. Null means plain bytes, even when the client rejects these too (`identity;q=0`): the RFC allows a
 * server to send them instead of 406, and a client that wrote this by mistake still gets its page.
 */
export function agreedEncoding(header: string | undefined): Encoding | null {
  if (!header) {
    return null
  }
  const accepted = parseAccept(header)
  const getQuality = (encoding: string) =>
    (accepted.find(({ type }) => type.toLowerCase() === encoding) ?? accepted.find(({ type }) => type === '*'))?.q ?? 0
  const wanted = [...encodings, 'identity'].filter((encoding) => getQuality(encoding) > 0)
  const [best] = wanted.toSorted((one, other) => getQuality(other) - getQuality(one))
  return encodings.find((encoding) => encoding === best) ?? null
}
