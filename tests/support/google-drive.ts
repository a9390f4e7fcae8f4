/*
 * A server that implements what Google documents of its token endpoint and of Drive's API v3, and rejects what Google
 * rejects: a wrong signature, audience or scope, a folder that was not shared, a chunk of the wrong size or from the
 * wrong byte, a shared drive that was not named in the request, a service account's file in a user's drive.
 */
import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { importSPKI, jwtVerify } from 'jose'

const STEP = 256 * 1024
const SCOPE = 'https://www.googleapis.com/auth/drive'
const EMAIL = 'copies@lamplight.iam.gserviceaccount.com'

type Stored = {
  id: string
  name: string
  mimeType: string
  appProperties: Record<string, string>
  bytes: Buffer
  trashed: boolean
  createdTime: string
}
type Session = {
  metadata: { name: string; appProperties: Record<string, string> }
  type: string
  bytes: Buffer
  file: Stored | null
}
type FakeResponse = { status: number; body?: unknown; headers?: Record<string, string> }
type Failing = { asked: RegExp; times: number; answer: FakeResponse | 'cut' | 'cut after it was kept' | { keepBytes: number } }

export type GoogleDouble = {
  url: string
  /** The settings of an admin. */
  settings: { DRIVE_ACCOUNT: string; DRIVE_FOLDER: string; DRIVE_API: string }
  folder: string
  /** Returns all files that are not in the bin. */
  files(): Stored[]
  bin(): Stored[]
  /** Requests so far, such as `PUT /session bytes 0-4194303/*`. */
  asked(pattern: RegExp): string[]
  /** Replacements for the next matching responses. */
  fail(asked: RegExp, times: number, answer: Failing['answer']): void
  /** The account's rights on the folder, and the folder's location. */
  role: 'manager' | 'content manager' | 'viewer' | 'nobody'
  lies: 'shared drive' | 'drive of a person'
  /** Returns the number of access tokens issued. `endTokens` invalidates the earlier ones. */
  tokens(): number
  endTokens(): void
  end(): Promise<void>
}

export const rejectionFrom = (code: number, reason: string, message = reason): FakeResponse => ({
  status: code,
  body: { error: { code, message, errors: [{ domain: 'global', reason, message }] } },
})

export async function openGoogleDouble(): Promise<GoogleDouble> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const published = await importSPKI(publicKey.export({ type: 'spki', format: 'pem' }).toString(), 'RS256')
  const folder = 'folder0123456789'
  const files = new Map<string, Stored>()
  const sessions = new Map<string, Session>()
  const asked: string[] = []
  let failing: Failing[] = []
  let valid = new Set<string>()
  let issuedTokens = 0

  const server = http.createServer((request, response) => {
    void respond(request, response)
  })

  async function respond(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const input = await handled(request).catch((error: unknown) => rejectionFrom(500, 'backendError', String(error)))
    if (input === 'cut') {
      response.destroy()
      return
    }
    const body = input.body === undefined ? '' : JSON.stringify(input.body)
    response.writeHead(input.status, { 'content-type': 'application/json', ...input.headers }).end(body)
  }

  async function handled(request: http.IncomingMessage): Promise<FakeResponse | 'cut'> {
    const parts: Buffer[] = []
    for await (const part of request) {
      parts.push(part as Buffer)
    }
    const body = Buffer.concat(parts)
    const url = new URL(request.url ?? '/', double.url)
    const range = request.headers['content-range']
    const name = `${request.method} ${url.pathname.replace(/(\/session)\/.*/, '$1')}${range ? ` ${range}` : ''}`
    asked.push(name)
    const fails = failing.find(({ asked: pattern, times }) => times > 0 && pattern.test(name))
    if (fails) {
      fails.times -= 1
      if (fails.answer === 'cut') {
        return 'cut'
      }
      if (fails.answer === 'cut after it was kept') {
        await handleRequest(request, url, body)
        return 'cut'
      }
      if ('keepBytes' in fails.answer) {
        return chunk(url, range ?? '', body, fails.answer.keepBytes)
      }
      return fails.answer
    }
    return handleRequest(request, url, body)
  }

  async function handleRequest(request: http.IncomingMessage, url: URL, body: Buffer): Promise<FakeResponse> {
    if (url.pathname === '/token') {
      return token(new URLSearchParams(body.toString()))
    }
    if (!valid.has(request.headers.authorization?.replace(/^Bearer /, '') ?? '')) {
      return rejectionFrom(401, 'authError', 'Invalid Credentials')
    }
    const { method } = request
    if (url.pathname.startsWith('/session/')) {
      const id = url.pathname.split('/').at(-1) ?? ''
      return method === 'DELETE'
        ? { status: sessions.delete(id) ? 499 : 404 }
        : chunk(url, request.headers['content-range'] ?? '', body)
    }
    if (double.lies === 'shared drive' && url.searchParams.get('supportsAllDrives') !== 'true') {
      return rejectionFrom(404, 'notFound', 'File not found')
    }
    if (url.pathname === '/upload/drive/v3/files' && method === 'POST') {
      return begin(url, request.headers['x-upload-content-type'] as string, JSON.parse(body.toString()) as never)
    }
    if (url.pathname === '/drive/v3/files' && method === 'GET') {
      return list(url.searchParams)
    }
    return one(method ?? '', url.pathname.split('/').at(-1) ?? '', body)
  }

  async function token(form: URLSearchParams): Promise<FakeResponse> {
    const rejected = (description: string): FakeResponse => ({
      status: 400,
      body: { error: 'invalid_grant', error_description: description },
    })
    if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') {
      return { status: 400, body: { error: 'unsupported_grant_type', error_description: 'Invalid grant_type' } }
    }
    const verified = await jwtVerify(form.get('assertion') ?? '', published, {
      algorithms: ['RS256'],
      issuer: EMAIL,
      audience: `${double.url}/token`,
      maxTokenAge: 3600,
    }).catch(() => null)
    if (!verified) {
      return rejected('Invalid JWT Signature.')
    }
    const { scope, iat = 0, exp = 0, sub } = verified.payload
    if (scope !== SCOPE) {
      return { status: 400, body: { error: 'invalid_scope', error_description: 'Invalid OAuth scope' } }
    }
    if (exp - iat > 3600) {
      return rejected('Invalid JWT: Token must be a short-lived token')
    }
    if (sub && sub !== 'allowed@school.example') {
      return { status: 401, body: { error: 'unauthorized_client', error_description: 'Client is unauthorized' } }
    }
    const access_token = `ya29.${randomUUID()}`
    valid.add(access_token)
    issuedTokens += 1
    return { status: 200, body: { access_token, expires_in: 3599, token_type: 'Bearer' } }
  }

  function begin(url: URL, type: string, metadata: Session['metadata'] & { parents?: string[] }): FakeResponse {
    if (url.searchParams.get('uploadType') !== 'resumable') {
      return rejectionFrom(400, 'badRequest')
    }
    if (metadata.parents?.[0] !== folder || double.role === 'nobody') {
      return rejectionFrom(404, 'notFound', `File not found: ${metadata.parents?.[0]}.`)
    }
    if (double.role === 'viewer') {
      return rejectionFrom(403, 'insufficientFilePermissions', 'The user does not have sufficient permissions for this file.')
    }
    if (double.lies === 'drive of a person') {
      return rejectionFrom(403, 'storageQuotaExceeded', 'Service Accounts do not have storage quota.')
    }
    const tooLong = Object.entries(metadata.appProperties).some(([key, value]) => Buffer.byteLength(key + value) > 124)
    if (tooLong || !metadata.name) {
      return rejectionFrom(400, 'invalid')
    }
    const id = randomUUID()
    sessions.set(id, { metadata, type, bytes: Buffer.alloc(0), file: null })
    return { status: 200, headers: { location: `${double.url}/session/${id}` } }
  }

  function chunk(url: URL, range: string, body: Buffer, keepBytes = body.length): FakeResponse {
    const session = sessions.get(url.pathname.split('/').at(-1) ?? '')
    const [, first, last, total] = range.match(/^bytes (?:(\d+)-(\d+)|\*)\/(\d+|\*)$/) ?? []
    if (!session) {
      return rejectionFrom(404, 'notFound', 'No such upload session')
    }
    if (total === undefined) {
      return rejectionFrom(400, 'badRequest', 'Invalid Content-Range')
    }
    if (first !== undefined && !session.file) {
      const isLast = total !== '*'
      const isWhole = Number(last) - Number(first) + 1 === body.length
      const isNext = Number(first) === session.bytes.length
      if (!isWhole || !isNext || (!isLast && body.length % STEP !== 0) || (isLast && Number(last) + 1 > Number(total))) {
        return rejectionFrom(400, 'badRequest', `Not the next piece: ${range} after ${session.bytes.length}`)
      }
      session.bytes = Buffer.concat([session.bytes, body.subarray(0, keepBytes)])
    }
    if (total !== '*' && session.bytes.length === Number(total)) {
      session.file ??= keep(session)
      return { status: 200, body: { id: session.file.id, sha256Checksum: checksum(session.file) } }
    }
    return { status: 308, headers: session.bytes.length > 0 ? { range: `bytes=0-${session.bytes.length - 1}` } : {} }
  }

  function keep({ metadata, type, bytes }: Session): Stored {
    const at = new Date(Date.UTC(2026, 10, 22) + files.size).toISOString()
    const file = { ...metadata, id: `1${randomUUID()}`, mimeType: type, bytes, trashed: false, createdTime: at }
    files.set(file.id, file)
    return file
  }

  function list(query: URLSearchParams): FakeResponse {
    const [, key = '', value] =
      query.get('q')?.match(/^appProperties has \{ key='(\w+)' and value='(\w+)' \} and trashed = false$/) ?? []
    if (value === undefined) {
      return rejectionFrom(400, 'invalid', 'Invalid Value')
    }
    const sees =
      double.lies === 'drive of a person' ||
      (query.get('corpora') === 'drive' && query.get('driveId') === 'drive0' && query.get('includeItemsFromAllDrives') === 'true')
    const all = [...files.values()].filter((file) => sees && !file.trashed && file.appProperties[key] === value)
    // One per page, so that pages are followed.
    const at = Number(query.get('pageToken') ?? 0)
    const page = all
      .slice(at, at + 1)
      .map((file) => ({ id: file.id, sha256Checksum: checksum(file), createdTime: file.createdTime }))
    return { status: 200, body: { files: page, ...(at + 1 < all.length && { nextPageToken: String(at + 1) }) } }
  }

  function one(method: string, id: string, body: Buffer): FakeResponse {
    if (method === 'GET' && id === folder && double.role !== 'nobody') {
      const capabilities = { canAddChildren: double.role !== 'viewer' }
      return { status: 200, body: { capabilities, ...(double.lies === 'shared drive' && { driveId: 'drive0' }) } }
    }
    const file = files.get(id)
    if (!file) {
      return rejectionFrom(404, 'notFound', `File not found: ${id}.`)
    }
    if (method === 'DELETE' && double.role === 'manager') {
      files.delete(id)
      return { status: 204 }
    }
    if (method === 'PATCH' && (double.role === 'manager' || double.role === 'content manager')) {
      file.trashed = (JSON.parse(body.toString()) as { trashed: boolean }).trashed
      return { status: 200, body: { id } }
    }
    return rejectionFrom(403, 'insufficientFilePermissions', 'The user does not have sufficient permissions for this file.')
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const double: GoogleDouble = {
    url,
    settings: {
      DRIVE_ACCOUNT: JSON.stringify({
        type: 'service_account',
        client_email: EMAIL,
        private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
        token_uri: `${url}/token`,
      }),
      DRIVE_FOLDER: folder,
      DRIVE_API: url,
    },
    folder,
    files: () => [...files.values()].filter(({ trashed }) => !trashed),
    bin: () => [...files.values()].filter(({ trashed }) => trashed),
    asked: (pattern) => asked.filter((each) => pattern.test(each)),
    fail: (pattern, times, response) => void (failing = [...failing, { asked: pattern, times, answer: response }]),
    role: 'manager',
    lies: 'shared drive',
    tokens: () => issuedTokens,
    endTokens: () => void (valid = new Set()),
    async end() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  return double
}

const checksum = ({ bytes }: Stored): string => createHash('sha256').update(bytes).digest('hex')
