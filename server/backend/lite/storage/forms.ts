/*
 * Repair of @supabase/lite 0.10.0. supabase-js sends a Blob or File as a form whose file has no field name; lite
 * looks for one named `file` and reads it whole into memory; a form sent by a signed link is stored as a form. Here
 * the form is parsed as it streams, and lite gets only the bytes with their type. Test:
 * tests/contract/storage-uploads.test.ts.
 */
import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import busboy from 'busboy'
import { withBody } from './unmeasured-bodies.ts'
import { rejection } from '#server/backend/rejection.ts'

/** Converts an upload of any form into raw bytes with a content type. */
export function asRawBytes(request: Request): Request | Response | Promise<Request | Response> {
  const type = request.headers.get('content-type') ?? ''
  if (!type.startsWith('multipart/form-data') || !request.body) {
    return request
  }
  const body = Readable.fromWeb(request.body as NodeReadableStream)
  return new Promise((resolve) => {
    const reject = () => {
      body.destroy()
      resolve(rejection(400, 'invalid_request', 'The form holds no file'))
    }
    let parser: busboy.Busboy
    try {
      parser = busboy({ headers: { 'content-type': type }, limits: { files: 1, fields: 10, fieldSize: 4096 } })
    } catch (error) {
      // These are busboy's messages for a content type that it cannot read.
      if (!(error instanceof Error && /content type|boundary/i.test(error.message))) {
        throw error
      }
      reject()
      return
    }
    const headers = new Headers(request.headers)
    headers.delete('content-length')
    parser.on('field', (name, value) => {
      if (name === 'cacheControl') {
        headers.set('cache-control', `max-age=${Number.parseInt(value, 10) || 3600}`)
      }
    })
    parser.on('file', (_name, file, { mimeType }) => {
      headers.set('content-type', mimeType)
      body.once('error', (error) => file.destroy(error))
      resolve(withBody(request, Readable.toWeb(file) as ReadableStream<Uint8Array>, headers))
    })
    parser.once('error', reject)
    parser.once('close', reject)
    body.once('error', reject)
    body.pipe(parser)
  })
}
