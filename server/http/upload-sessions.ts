/*
 * Receives files in chunks at /uploads/receive; each chunk continues where the last one was cut off (the tus
 * protocol, docs/decisions/0011). Every request needs the session, even one that only reads the offset. A complete
 * file waits for the form that submits it.
 */
import { safeText } from '#app/platform/text/safe-text.ts'
import { log } from '#app/platform/log/log.server.ts'
import { Server } from '@tus/server'
import type { Handler } from 'hono'
import { getAcceptedFile, MAX_FILE_BYTES } from '#functions/_shared/accepted-files.ts'
import { ACCOUNT_HEADER } from '#app/platform/forms/account-field.ts'
import { queuePerKey } from '#app/platform/limits/queue-per-key.ts'
import { DISK_FULL_FOR_FILES } from '#app/platform/text/disk-full.ts'
import {
  ownsUploadSession,
  newUploadSessionId,
  othersUnderWay,
  type UploadSessionRoutes,
} from '../uploads/upload-session-rules.ts'
import type { LoadBuild } from '../site-build.ts'
import { methodNotAllowed } from './methods.ts'
import { newReference } from '../reference.ts'
import { createContext, type AppServices } from './site.ts'

const PATH = '/uploads/receive'
/** How long a dead connection may keep its file after a new connection requests it. */
const DRAIN_MS = 500

/** Returns true if an address receives chunks of files. Their bytes are limited here and not by body-limit.ts. */
export function isReceiving(path: string): boolean {
  return path === PATH || path.startsWith(`${PATH}/`)
}

/** Handles the requests of the protocol, and passes all others to `notHere`. */
export function handleUploadSessions(
  loadBuild: LoadBuild,
  input: AppServices,
  uploadSessions: UploadSessionRoutes,
  notHere: Handler,
): Handler {
  const askers = new WeakMap<Request, string>()
  const serialize = queuePerKey()
  const tus = new Server({
    path: PATH,
    datastore: uploadSessions.store,
    maxSize: MAX_FILE_BYTES,
    relativeLocation: true,
    respectForwardedHeaders: false,
    // There are no CORS headers, because no other origin may read a response.
    allowedOrigins: [],
    lockDrainTimeout: DRAIN_MS,
    namingFunction: (request) => newUploadSessionId(askers.get(request) ?? ''),
    getFileIdFromRequest: (request) => idIn(new URL(request.url).pathname),
    async onIncomingRequest(request, id) {
      if (!ownsUploadSession(askers.get(request) ?? '', id)) {
        throw { status_code: 404, body: 'This file of yours is not being sent' }
      }
      // The disk may have filled up since the first piece. Pieces leave the same reserve as whole files.
      if (
        request.method === 'PATCH' &&
        !(await uploadSessions.hasDiskSpace(Number(request.headers.get('content-length') ?? 0)))
      ) {
        throw { status_code: 507, body: DISK_FULL_FOR_FILES }
      }
    },
    async onUploadCreate(request, upload) {
      const filename = upload.metadata?.filename ?? ''
      if (!getAcceptedFile(filename) || filename.length > 1000) {
        throw { status_code: 415, body: 'Only PDF, Word and PowerPoint files are taken (.pdf, .doc, .docx, .ppt, .pptx)' }
      }
      if (!upload.size) {
        throw { status_code: 400, body: 'This file is empty. Open it on your device, then choose it again' }
      }
      const reason = await uploadSessions.evict(askers.get(request) ?? '', upload.size)
      if (reason === 'under way') {
        throw othersUnderWay
      }
      if (reason === 'disk full') {
        throw { status_code: 507, body: DISK_FULL_FOR_FILES }
      }
      return { metadata: { filename: safeText(filename) } }
    },
    async onResponseError(request, error) {
      const status = 'status_code' in error ? error.status_code : 500
      if (status === 413) {
        return { status_code: 413, body: 'This file is larger than 50 MB. Save it with smaller pictures, or as PDF' }
      }
      // The connection broke. That is not our failure, and no client reads the response.
      if (status !== 500 || request.signal.aborted) {
        return undefined
      }
      if (!(await input.site.hasDiskSpace(0))) {
        return { status_code: 507, body: DISK_FULL_FOR_FILES }
      }
      // The library would send the disk error to the student and log nothing.
      const reference = newReference()
      const reason = 'body' in error ? error.body : (error.stack ?? error.message)
      log.error(
        { event: 'upload.session_failed', reference, method: request.method, error: reason },
        `Could not save an upload session (${request.method})`,
      )
      return { status_code: 500, body: `The file could not be kept just now. Trying again. Reference: ${reference}` }
    },
  })

  return async (c, next) => {
    const request = c.req.raw
    const taken = c.req.path === PATH ? ['POST'] : ['HEAD', 'PATCH', 'DELETE']
    if (!taken.includes(request.method)) {
      // A browser that opens this address gets the not-found page.
      return request.method === 'GET' || request.method === 'HEAD'
        ? (notHere(c, next) as Promise<Response>)
        : methodNotAllowed(c, taken)
    }
    const { entry, context } = createContext(await loadBuild(), input, c)
    return entry.withSession(request, context, async () => {
      // Chunks are stored here and not in the backend, which would reject an ended session. So the session is checked
      // first.
      if (context.get(entry.unknownSessionContext)) {
        return new Response('Your session could not be checked just now. Try again in a moment', { status: 503 })
      }
      const user = context.get(entry.userContext)
      if (!user) {
        return new Response('Your session has ended. Sign in again; your file goes on from where it stopped', { status: 401 })
      }
      // Another tab has signed in as someone else.
      if ((request.headers.get(ACCOUNT_HEADER) ?? user.userId) !== user.userId) {
        const text = `This page is of another account, and you are signed in as ${user.email} now. Sign in to that account in another tab`
        return new Response(text, { status: 403 })
      }
      const { rejection, wait } =
        request.method === 'POST' ? await entry.consumeRateLimit(context, 'file-in-pieces') : { rejection: null, wait: 0 }
      if (rejection) {
        return new Response(rejection, { status: 429, headers: { 'retry-after': String(wait) } })
      }
      askers.set(request, user.userId)
      // Each user creates one session at a time. Otherwise several would count the same free quota.
      return request.method === 'POST' ? serialize(user.userId, () => tus.handleWeb(request)) : tus.handleWeb(request)
    })
  }
}

function idIn(path: string): string | undefined {
  const id = path.slice(PATH.length + 1)
  return /^[\w.-]+$/.test(id) ? id : undefined
}
