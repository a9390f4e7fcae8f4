import { inflateSync } from 'node:zlib'

const WOFF = 0x774f4646

/**
 * Unpacks a WOFF font into the OpenType font inside it: the font packages have only WOFF, and a PDF needs OpenType.
 * WOFF is the same tables, each compressed (W3C, WOFF File Format 1.0).
 * @throws when the file is not WOFF.
 */
export function getOpenType(woff: Buffer): Buffer {
  if (woff.readUInt32BE(0) !== WOFF) {
    throw new Error('The file is not a WOFF font')
  }
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, at) => {
    const entry = 44 + 20 * at
    const [offset, packed, length] = [woff.readUInt32BE(entry + 4), woff.readUInt32BE(entry + 8), woff.readUInt32BE(entry + 12)]
    const bytes = woff.subarray(offset, offset + packed)
    return {
      tag: woff.subarray(entry, entry + 4),
      checksum: woff.readUInt32BE(entry + 16),
      bytes: packed < length ? inflateSync(bytes) : bytes,
    }
  })
  const head = Buffer.alloc(12 + 16 * count)
  const power = Math.floor(Math.log2(count))
  head.writeUInt32BE(woff.readUInt32BE(4), 0)
  head.writeUInt16BE(count, 4)
  head.writeUInt16BE(2 ** power * 16, 6)
  head.writeUInt16BE(power, 8)
  head.writeUInt16BE(count * 16 - 2 ** power * 16, 10)
  const parts: Buffer[] = [head]
  let at = head.length
  for (const [number, { tag, checksum, bytes }] of tables.entries()) {
    const entry = 12 + 16 * number
    tag.copy(head, entry)
    head.writeUInt32BE(checksum, entry + 4)
    head.writeUInt32BE(at, entry + 8)
    head.writeUInt32BE(bytes.length, entry + 12)
    const padding = Buffer.alloc((4 - (bytes.length % 4)) % 4)
    parts.push(bytes, padding)
    at += bytes.length + padding.length
  }
  return Buffer.concat(parts)
}
