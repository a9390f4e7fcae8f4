/* Files that the contract suite stores, and the way the site stores them: raw bytes with a content type. */
import fs from 'node:fs'
import path from 'node:path'
import { backend, type CurrentUser } from './people.ts'
import { send } from './raw.ts'

export const MEBIBYTE = 1024 * 1024
export const PDF = 'application/pdf'

/** Returns a file of this many bytes that is recognised as a PDF of one page. */
export function aPdf(bytes = 200): Uint8Array<ArrayBuffer> {
  const pdf = new Uint8Array(bytes).fill(0x20)
  pdf.set(new TextEncoder().encode('%PDF-1.7\n1 0 obj<</Type/Page>>endobj\n'))
  return pdf
}

/** The smallest PNG: one pixel. */
export const PNG = new Uint8Array(
  Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'),
)

let stamp = Date.now()
/** Returns a unique {userId}/{timestamp}-{filename}. */
export const pathFor = (user: CurrentUser, fileName = 'care-study.pdf'): string => `${user.userId}/${(stamp += 1)}-${fileName}`

export const getAvatar = (user: CurrentUser): string => `avatars/${user.userId}.png`

type Stored = {
  body: BodyInit
  type?: string
  headers?: Record<string, string>
  method?: string
  as?: CurrentUser | 'visitor' | 'service'
}

/** Sends a file to a bucket. The name is put into the address unencoded. */
export function store(
  bucket: string,
  name: string,
  { body, type = PDF, headers, method = 'POST', as }: Stored,
): Promise<Response> {
  return send(`/storage/v1/object/${bucket}/${name}`, {
    method,
    as,
    body,
    headers: { 'content-type': type, ...headers },
    duplex: 'half',
  } as RequestInit)
}

/** Returns the storage's error; the real status is in the body. */
export const storageFault = async (response: Response): Promise<string> =>
  response.ok ? 'none' : ((await response.json()) as { statusCode: string }).statusCode

/** Returns a stream of bytes, so that the length is not declared. */
export function getChunks(bytes: number): ReadableStream<Uint8Array> {
  let left = bytes
  return new ReadableStream({
    pull(controller) {
      const chunk = new Uint8Array(Math.min(left, 64 * 1024))
      left -= chunk.byteLength
      if (chunk.byteLength > 0) {
        controller.enqueue(chunk)
      }
      if (left === 0) {
        controller.close()
      }
    },
  })
}

/** Returns every file below the embedded backend's objects, with its size. */
export function filesOnDisk(): Map<string, number> {
  const root = path.join(backend.embedded?.dataDirectory ?? '', 'objects')
  const found = new Map<string, number>()
  for (const name of fs.existsSync(root) ? fs.readdirSync(root, { recursive: true, encoding: 'utf8' }) : []) {
    const stat = fs.statSync(path.join(root, name), { throwIfNoEntry: false })
    if (stat?.isFile()) {
      found.set(name, stat.size)
    }
  }
  return found
}
