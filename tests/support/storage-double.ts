/*
 * A server that implements storage-api over HTTP, as far as a copy needs it: buckets, lists of one folder, files with a
 * secret key. Rows are written into the storage.objects of a PostgreSQL, as the real one does, so triggers and rules
 * there apply. It rejects what the real one rejects (by the errors of its source): another key, an
 * unknown bucket, a name with other characters, a file under a taken name, another type or more bytes than the bucket
 * allows. Like the real one it checks the size of a body only by its Content-Length, stores empty files, sends no
 * nosniff, and responds with 500 to a NUL.
 */
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import postgres from 'postgres'

export type StorageDouble = {
  url: string
  /** Requests so far, such as `POST /object/material-uploads/one.pdf`. */
  asked(pattern: RegExp): string[]
  /**
   * Faults of the next matching requests: this status, a connection cut in the middle of a file, or other stored bytes
   * than were sent.
   */
  fail(asked: RegExp, times: number, how: number | 'cut' | 'keep others'): void
  /** Returns the bytes of a file without using the API. */
  getBytes(bucket: string, key: string): Buffer | undefined
  /** Stores a file without using the API, as a site did before. */
  put(bucket: string, key: string, content: string, type: string): Promise<void>
  stop(): Promise<void>
}

type FakeResponse = { status: number; body: unknown }
type Bucket = {
  id: string
  name: string
  public: boolean
  created_at: Date
  file_size_limit: string | null
  allowed_mime_types: string[] | null
}

/** Characters that the real one accepts in names. */
const NAME = /^[\w/!\-.*'() &$@=;:+,?]+$/
const rejected = (status: number, error: string, message: string, http_ = 400): FakeResponse => ({
  status: http_,
  body: { statusCode: String(status), error, message },
})

export async function openStorageDouble(databaseUrl: string, secretKey: string): Promise<StorageDouble> {
  // The real one is supabase_storage_admin and becomes service_role with a secret key.
  const sql = postgres(databaseUrl, { max: 2, onnotice: () => {} })
  const stored = new Map<string, Buffer>()
  const seen: string[] = []
  const failing: { asked: RegExp; times: number; how: number | 'cut' | 'keep others' }[] = []

  async function getBucket(id: string): Promise<Bucket | undefined> {
    return (await sql<Bucket[]>`select * from storage.buckets where id = ${id}`)[0]
  }

  async function store(bucket: Bucket, key: string, content: Buffer, headers: http.IncomingHttpHeaders): Promise<FakeResponse> {
    const type = headers['content-type'] ?? 'application/octet-stream'
    const isKnownSize = headers['content-length'] !== undefined
    if (!NAME.test(key)) {
      return rejected(400, 'InvalidKey', `Invalid key: ${key}`)
    }
    if (bucket.allowed_mime_types && !bucket.allowed_mime_types.includes(type)) {
      return rejected(415, 'invalid_mime_type', `mime type ${type} is not supported`)
    }
    if (isKnownSize && bucket.file_size_limit !== null && content.length > Number(bucket.file_size_limit)) {
      return rejected(413, 'Payload too large', 'The object exceeded the maximum allowed size')
    }
    const metadata = {
      eTag: `"${createHash('md5').update(content).digest('hex')}"`,
      size: content.length,
      mimetype: type,
      cacheControl: headers['cache-control'] ?? 'no-cache',
      lastModified: new Date().toISOString(),
      contentLength: content.length,
      httpStatusCode: 200,
    }
    const version = randomUUID()
    try {
      await sql.begin(async (transaction) => {
        await transaction`set local role service_role`
        const [there] = await transaction`select id from storage.objects where bucket_id = ${bucket.id} and name = ${key}`
        if (there && headers['x-upsert'] !== 'true') {
          throw Object.assign(new Error('The resource already exists'), { code: '23505' })
        }
        await transaction`
          insert into storage.objects (bucket_id, name, metadata, version) values (${bucket.id}, ${key}, ${transaction.json(metadata)}, ${version})
          on conflict (bucket_id, name) do update set metadata = excluded.metadata, version = excluded.version, updated_at = now()`
      })
    } catch (error) {
      const { code, message } = error as { code?: string; message: string }
      return code === '23505' ? rejected(409, 'Duplicate', message) : rejected(403, 'Unauthorized', message)
    }
    stored.set(`${bucket.id}/${key}`, content)
    return { status: 200, body: { Key: `${bucket.id}/${key}`, Id: version } }
  }

  async function list(bucket: Bucket, response: string): Promise<FakeResponse> {
    const { prefix, limit = 100, offset = 0 } = JSON.parse(response) as { prefix: string; limit?: number; offset?: number }
    const folder = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`
    const rows = await sql<{ id: string; name: string; metadata: unknown }[]>`
      select id, name, metadata from storage.objects where bucket_id = ${bucket.id} and starts_with(name, ${folder}) order by name collate "C"`
    const names = new Map<string, { name: string; id: string | null; metadata: unknown }>()
    for (const { id, name, metadata } of rows) {
      const [first = '', ...rest] = name.slice(folder.length).split('/')
      // A folder is a name without further properties.
      names.set(first, rest.length > 0 ? { name: first, id: null, metadata: null } : { name: first, id, metadata })
    }
    return { status: 200, body: [...names.values()].slice(offset, offset + limit) }
  }

  async function handle(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const address = new URL(request.url ?? '', 'http://storage')
    const what = address.pathname.replace('/storage/v1', '')
    seen.push(`${request.method} ${what}`)
    const plan = failing.find(({ asked, times }) => times > 0 && asked.test(`${request.method} ${what}`))
    if (plan) {
      plan.times -= 1
    }
    const sent = await bodyOf(request)
    const tell = ({ status, body }: FakeResponse) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    if (typeof plan?.how === 'number') {
      return tell({ status: plan.how, body: { message: 'Something went wrong' } })
    }
    if (request.headers.apikey !== secretKey || request.headers.authorization !== `Bearer ${secretKey}`) {
      return tell(rejected(403, 'Unauthorized', 'Invalid Compact JWS'))
    }
    if (what.includes('%00')) {
      return tell({ status: 500, body: { statusCode: '500', error: 'Internal', message: 'Internal Server Error' } })
    }
    if (what === '/bucket') {
      return tell({ status: 200, body: await sql`select * from storage.buckets order by id` })
    }
    const [, kind = '', id = '', ...rest] = what.replace('/object/', '/').split('/').map(decodeURIComponent)
    const isList = kind === 'list'
    const isRead = kind === 'authenticated'
    const bucket = await getBucket(isList || isRead ? id : kind)
    if (!bucket) {
      return tell(rejected(404, 'Bucket not found', 'Bucket not found'))
    }
    if (isList) {
      return tell(await list(bucket, sent.toString()))
    }
    const key = (isRead ? rest : [id, ...rest]).join('/')
    if (request.method === 'POST') {
      return tell(await store(bucket, key, plan?.how === 'keep others' ? Buffer.from(sent).fill('x') : sent, request.headers))
    }
    const content = stored.get(`${bucket.id}/${key}`)
    const [row] = await sql<{ metadata: { eTag: string; mimetype: string; cacheControl: string } }[]>`
      select metadata from storage.objects where bucket_id = ${bucket.id} and name = ${key}`
    if (!content || !row) {
      return tell(rejected(404, 'not_found', 'Object not found'))
    }
    const { eTag, mimetype, cacheControl } = row.metadata
    response.writeHead(200, {
      'content-type': mimetype,
      'cache-control': cacheControl,
      etag: eTag,
      'content-length': content.length,
    })
    if (plan?.how === 'cut') {
      response.write(content.subarray(0, content.length / 2), () => response.destroy())
    } else {
      response.end(content)
    }
  }

  const server = http.createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.writeHead(500).end(JSON.stringify({ message: String(error) })))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: (pattern) => seen.filter((each) => pattern.test(each)),
    fail: (asked, times, how) => void failing.push({ asked, times, how }),
    getBytes: (bucket, key) => stored.get(`${bucket}/${key}`),
    async put(bucketName, key, content, type) {
      const bucket = await getBucket(bucketName)
      const response = bucket && (await store(bucket, key, Buffer.from(content), { 'content-type': type, 'x-upsert': 'true' }))
      if (response?.status !== 200) {
        throw new Error(`The double rejects ${key}: ${JSON.stringify(response)}`)
      }
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await sql.end({ timeout: 1 })
    },
  }
}

async function bodyOf(request: http.IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) {
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}
