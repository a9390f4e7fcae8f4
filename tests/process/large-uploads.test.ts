// A file of exactly 50 MiB passes through the site into storage without ever being whole in memory.
import fs from 'node:fs'
import { Readable } from 'node:stream'
import { beforeAll, expect, test } from 'vitest'
import { getClient, DEMO_PASSWORD, shared, whenOver } from './sites.ts'

const FIFTY_MIB = 50 * 1024 * 1024
let cookie = ''

beforeAll(async () => {
  const response = await post(
    '/auth',
    'application/x-www-form-urlencoded',
    `email=student%40lamplight.example&password=${encodeURIComponent(DEMO_PASSWORD)}`,
  )
  cookie =
    response.headers
      .getSetCookie()
      .find((line) => line.startsWith('session='))
      ?.split(';')[0] ?? ''
  expect(cookie).not.toBe('')
})
const titles: string[] = []
whenOver(async () => {
  const secret = getClient(shared.backendUrl, shared.keys.secret_key)
  const { data } = await secret.from('material_uploads').delete().in('title', titles).select('file_path').throwOnError()
  await secret.storage.from('material-uploads').remove(data.map(({ file_path }) => file_path))
})

function post(path: string, type: string, body: BodyInit): Promise<Response> {
  return fetch(shared.url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': type, origin: shared.url, cookie },
    body,
    duplex: 'half',
  } as RequestInit)
}

/** Returns a form with a PDF of this size, generated as it is sent, without a length. */
function formWith(title: string, bytes: number): ReadableStream {
  const fields = Object.entries({ title, category: 'thesis', format: 'PDF', email: 'ada@example.ng' })
  async function* parts() {
    for (const [name, value] of fields) {
      yield Buffer.from(`--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    }
    yield Buffer.from(
      '--edge\r\nContent-Disposition: form-data; name="file"; filename="thesis.pdf"\r\nContent-Type: application/pdf\r\n\r\n',
    )
    // Each is unique, because the same file twice would be pointed out.
    const head = Buffer.from(`%PDF-1.7\n${title}\n`)
    yield head
    const chunk = Buffer.alloc(64 * 1024, 'x')
    for (let left = bytes - head.length; left > 0; left -= chunk.length) {
      yield left >= chunk.length ? chunk : chunk.subarray(0, left)
    }
    yield Buffer.from('\r\n--edge--\r\n')
  }
  return Readable.toWeb(Readable.from(parts())) as ReadableStream
}
const upload = (title: string, bytes: number) => {
  titles.push(title)
  return post('/upload-materials', 'multipart/form-data; boundary=edge', formWith(title, bytes))
}

test('the upload form accepts exactly 50 MiB, and rejects one byte more and leaves nothing of it behind', async () => {
  const taken = await upload('Exactly', FIFTY_MIB)
  expect(taken.status).toBe(303)
  const rejected = await upload('One more', FIFTY_MIB + 1)
  expect(rejected.status).toBe(413)
  expect(await rejected.text()).toContain('larger than 50 MB')
  expect(fs.readdirSync(`${shared.dataDirectory}/receiving`)).toEqual([])
})

test.runIf(fs.existsSync('/proc/self/clear_refs'))(
  'a large upload is never whole in memory',
  async () => {
    const status = (line: string) =>
      Number(fs.readFileSync(`/proc/${shared.pid}/status`, 'utf8').match(new RegExp(`${line}:\\s+(\\d+)`))?.[1]) * 1024
    let min = Infinity
    // Other work of the process and of the machine moves the memory too, so the lowest of several uploads counts. A
    // buffered upload costs its size each time.
    for (let nth = 1; min >= FIFTY_MIB / 2 && nth <= 10; nth += 1) {
      const before = status('VmRSS')
      fs.writeFileSync(`/proc/${shared.pid}/clear_refs`, '5')
      expect((await upload(`Number ${nth}`, FIFTY_MIB)).status).toBe(303)
      min = Math.min(min, status('VmHWM') - before)
    }
    expect(min).toBeLessThan(FIFTY_MIB / 2)
  },
  300_000,
)
