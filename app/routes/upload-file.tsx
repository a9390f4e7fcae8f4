import * as v from 'valibot'
import { backendContext } from '../platform/backend.server.ts'
import { notFound } from '../platform/not-found.server.ts'
import { personContext } from '../platform/session.server.ts'
import { ownUploadFile } from '../features/uploads/queries.server.ts'
import { orUnavailable } from '../platform/unavailable.server.ts'
import type { Route } from './+types/upload-file'

/** The file of an upload, for whom row security shows it: its owner, and operators. Always a download, never shown in our origin. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const missing = notFound('File not found', 'It is not among your uploads, or it was removed.', {
    to: '/upload-materials',
    label: 'Back to your uploads',
  })
  const person = context.get(personContext)
  if (!person || !v.safeParse(v.pipe(v.string(), v.uuid()), params.id).success) {
    throw missing
  }
  const file = await orUnavailable(context, ownUploadFile(person, params.id))
  if (!file) {
    throw missing
  }
  const backend = context.get(backendContext)
  const stored = await orUnavailable(
    context,
    backend
      .fetch(`${backend.url}/storage/v1/object/material-uploads/${file.file_path}`, {
        headers: { apikey: backend.publishableKey, authorization: `Bearer ${person.accessToken}` },
      })
      .then((answer) => (answer.status < 500 ? answer : Promise.reject(new Error(`the storage answered ${answer.status}`)))),
  )
  if (!stored.ok) {
    await stored.body?.cancel()
    throw missing
  }
  const plain = file.file_name.replaceAll(/[^\w.-]+/g, '-')
  const headers = new Headers({
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(file.file_name)}`,
    'cache-control': 'private, no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  })
  const length = stored.headers.get('content-length')
  if (length) {
    headers.set('content-length', length)
  }
  return new Response(stored.body, { headers })
}
