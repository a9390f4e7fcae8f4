// The upload form and its file: a form that is posted twice is accepted once, and a file remains the one that was sent.
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { unzipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { FileStorage } from '#server/backend/file-storage.ts'
import { type TestResponse, ask, cookieHeader, send } from '../support/http.ts'
import { pdf } from '../support/works.ts'
import { getClient, DEMO_PASSWORD, onSharedBackend, shared, startSite, STUDENT, whenOver } from './sites.ts'

const ADMIN = 'admin@lamplight.example'
const secret = getClient(shared.backendUrl, shared.keys.secret_key)
let student = ''
let admin = ''

beforeAll(async () => {
  const signIn = async (email: string) =>
    cookieHeader((await send(`${shared.url}/auth`, { intent: 'login', email, password: DEMO_PASSWORD })).cookies)
  ;[student, admin] = [await signIn(STUDENT), await signIn(ADMIN)]
})
whenOver(async () => {
  const { data } = await secret.from('material_uploads').delete().in('title', titles).select('file_path').throwOnError()
  await secret.storage.from('material-uploads').remove(data.map(({ file_path }) => file_path))
})

const titles: string[] = []
let nth = 0
const getHash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
/** Returns a PDF with unique content. */
const aPdf = (bytes = 20_000) =>
  Buffer.concat([Buffer.from(`%PDF-1.7\n/Type /Page ${(nth += 1)} ${Date.now()}\n`), Buffer.alloc(bytes, 'x')])

/** Posts the upload form as a browser without a script does, with its file. */
function post(fields: Record<string, string>, file: Buffer | null, url = shared.url): Promise<TestResponse> {
  const all = { title: '', category: 'thesis', format: 'PDF', email: 'ada@example.ng', ...fields }
  titles.push(all.title)
  const parts = Object.entries(all).map(([name, value]) =>
    Buffer.from(`--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  )
  const head =
    '--edge\r\nContent-Disposition: form-data; name="file"; filename="work.pdf"\r\nContent-Type: application/pdf\r\n\r\n'
  return ask(`${url}/upload-materials`, {
    body: Buffer.concat([...parts, ...(file ? [Buffer.from(head), file, Buffer.from('\r\n')] : []), Buffer.from('--edge--\r\n')]),
    headers: { 'content-type': 'multipart/form-data; boundary=edge', origin: url, cookie: student },
  })
}
const getRows = async (title: string) =>
  (
    await secret
      .from('material_uploads')
      .select('id, file_path, upload_status, file_changed_at')
      .eq('title', title)
      .order('created_at')
      .throwOnError()
  ).data

/** Returns stored files that no upload uses. */
const orphans = async () => (await secret.rpc('orphaned_files', { older_than: '0', max_rows: 1000 }).throwOnError()).data

describe('the upload form', () => {
  /** Returns the number of this opening of the page, from the page. */
  async function openedForm(): Promise<string> {
    const page = await ask(`${shared.url}/upload-materials`, { headers: { cookie: student } })
    const id = /name="form_id" value="([0-9a-f-]{36})"/.exec(page.text)?.[1]
    expect(id).toBeDefined()
    return id ?? ''
  }
  /** Sends a file in chunks and returns the id of its upload session. */
  async function arrived(file: Buffer): Promise<string> {
    const headers = { 'tus-resumable': '1.0.0', origin: shared.url, cookie: student }
    const started = await ask(`${shared.url}/uploads/receive`, {
      method: 'POST',
      headers: {
        ...headers,
        'upload-length': String(file.length),
        'upload-metadata': `filename ${Buffer.from('a.pdf').toString('base64')}`,
      },
    })
    const id = started.headers.location?.split('/').at(-1) ?? ''
    const chunk = { ...headers, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }
    expect((await ask(`${shared.url}/uploads/receive/${id}`, { method: 'PATCH', headers: chunk, body: file })).status).toBe(204)
    return id
  }
  const outcome = ({ status, headers }: TestResponse) => [status, headers.location]
  const taken = [303, '/upload-materials']

  test('stores one upload when it is posted twice at once and a third time, and confirms each time', async () => {
    const before = await orphans()
    const [fields, file] = [{ title: 'Posted twice', form_id: await openedForm() }, aPdf()]
    const twice = await Promise.all([post(fields, file), post(fields, file)])
    expect(twice.map(outcome)).toEqual([taken, taken])
    expect(outcome(await post(fields, file))).toEqual(taken)
    const rows = await getRows(fields.title)
    expect(rows).toHaveLength(1)
    // Its file is stored once too.
    expect(await orphans()).toEqual(before)
  })

  test('stores one upload when its chunked file came before it, also after a lost response', async () => {
    const uploadSessions = () => fs.readdirSync(path.join(shared.dataDirectory, 'upload-sessions'))
    const before = uploadSessions()
    const file = aPdf()
    const fields = { title: 'Posted twice in pieces', form_id: await openedForm(), sha256: getHash(file) }
    const uploadSession = await arrived(file)
    const twice = await Promise.all([post({ ...fields, uploadSession }, null), post({ ...fields, uploadSession }, null)])
    expect(twice.map(outcome)).toEqual([taken, taken])
    expect(outcome(await post({ ...fields, uploadSession: await arrived(file) }, null))).toEqual(taken)
    expect(await getRows(fields.title)).toHaveLength(1)
    expect(uploadSessions()).toEqual(before)
  })

  test('creates another upload when it is changed after going back, and warns of the same file', async () => {
    const [form_id, file] = [await openedForm(), aPdf()]
    expect(outcome(await post({ title: 'Gone back to', form_id }, file))).toEqual(taken)
    const changed = await post({ title: 'Gone back to and changed', form_id }, file)
    expect([changed.status, /You sent this file on .* as (&quot;|")Gone back to/.test(changed.text)]).toEqual([409, true])
    expect(outcome(await post({ title: 'Gone back to and changed', form_id, again: 'yes' }, file))).toEqual(taken)
    expect(outcome(await post({ title: 'Gone back to', form_id }, aPdf()))).toEqual(taken)
    expect(await getRows('Gone back to')).toHaveLength(2)
  })

  test('accepts one of two forms without a form id, and asks about the other', async () => {
    const file = aPdf()
    const twice = await Promise.all([post({ title: 'Without a number' }, file), post({ title: 'Without a number' }, file)])
    expect(twice.map(({ status }) => status).toSorted()).toEqual([303, 409])
    expect(await getRows('Without a number')).toHaveLength(1)
  })

  test('stores one upload when it is posted to two processes at once', async () => {
    const other = await startSite(onSharedBackend)
    const before = await orphans()
    const [fields, file] = [{ title: 'Posted to two', form_id: await openedForm() }, aPdf()]
    const twice = await Promise.all([post(fields, file), post(fields, file, other.url)])
    expect(twice.map(outcome)).toEqual([taken, taken])
    expect(await getRows(fields.title)).toHaveLength(1)
    expect(await orphans()).toEqual(before)
    await other.end()
  })
})

describe('a stored file that differs from the one that was sent', () => {
  const NOT_THE_ONE = 'This is not the file that was sent'
  const get = (address: string, cookie: string) => ask(shared.url + address, { headers: { cookie } })
  const getPlace = (filePath: string) => {
    const name = FileStorage.getName('material-uploads', filePath)
    return path.join(shared.dataDirectory, 'objects', name.slice(0, 2), name)
  }
  const decide = (id: string, act: string, fields: Record<string, string> = {}) =>
    send(`${shared.url}/admin/reviews/${id}/${act}`, fields, { headers: { cookie: admin } })
  async function sentIn(title: string, file = aPdf()): Promise<{ id: string; place: string; file: Buffer }> {
    expect((await post({ title }, file)).status).toBe(303)
    const [row] = await getRows(title)
    // The copy on the drive is made from the right one.
    const copied = async () => {
      const { data } = await secret
        .from('drive_copies')
        .select('copied_at')
        .eq('upload_id', row?.id ?? '')
        .single()
      return data?.copied_at ?? null
    }
    await expect.poll(copied).not.toBeNull()
    return { id: row?.id ?? '', place: getPlace(row?.file_path ?? ''), file }
  }
  async function readAndTicked(id: string): Promise<string> {
    expect((await decide(id, 'read-file')).status).toBe(200)
    for (const check of ['opens', 'own_work', 'no_names', 'chapters_complete']) {
      await decide(id, 'tick', { check, ticked: 'on' })
    }
    const { data } = await secret.from('upload_reviews').select('version').eq('upload_id', id).single().throwOnError()
    return String(data.version)
  }
  const approval = (version: string, title: string) => ({
    version,
    title,
    category: 'thesis',
    price: '3500',
    share_percent: '50',
    format: 'PDF',
    abstract: 'What the whole work says.',
  })

  test('is not served to its student or an admin, who then read why', async () => {
    const { id, place } = await sentIn('Swapped for downloads')
    fs.writeFileSync(place, aPdf(50))
    for (const cookie of [student, admin]) {
      await expect(get(`/upload-materials/${id}/file`, cookie)).rejects.toThrow()
    }
    // The admin's download recorded it.
    for (const cookie of [student, admin]) {
      const page = await get(`/upload-materials/${id}/file`, cookie)
      expect([page.status, page.text.includes(NOT_THE_ONE)]).toEqual([404, true])
    }
    expect((await get(`/admin/reviews/${id}`, admin)).text).toContain('was found not to be the one that was sent')
  })

  test('cannot be approved or packed, and can be once the right one is restored', async () => {
    // An approval tries to stamp the PDF, so this one has a page.
    const { id, place, file } = await sentIn('Swapped before approval', Buffer.from(pdf([[`A thesis of ${Date.now()}`]])))
    const version = await readAndTicked(id)
    expect((await get(`/admin/reviews/${id}/selar-pack`, admin)).status).toBe(200)
    fs.writeFileSync(place, aPdf())
    const rejected = await decide(id, 'approve', approval(version, 'Swapped before approval'))
    expect([rejected.status, rejected.text.includes('The stored file is not the one that was sent')]).toEqual([409, true])
    expect(await getRows('Swapped before approval')).toMatchObject([
      { upload_status: 'pending', file_changed_at: expect.any(String) as string },
    ])
    const pack = await get(`/admin/reviews/${id}/selar-pack`, admin)
    expect([pack.status, pack.text.includes(NOT_THE_ONE)]).toEqual([404, true])
    const read = await decide(id, 'read-file')
    expect(read.status).toBe(409)

    fs.writeFileSync(place, file)
    expect((await decide(id, 'approve', approval(version, 'Swapped before approval'))).status).toBe(303)
    expect(await getRows('Swapped before approval')).toMatchObject([{ upload_status: 'approved', file_changed_at: null }])
    const { body } = await get(`/admin/reviews/${id}/selar-pack`, admin)
    expect(Object.values(unzipSync(body)).some((part) => getHash(Buffer.from(part)) === getHash(file))).toBe(true)
    const { data } = await secret.from('material_shares').select('material_id').eq('upload_id', id).single().throwOnError()
    whenOver(() => secret.from('research_materials').delete().eq('id', data.material_id))
  })

  test('cannot be approved before it was read or when it is missing', async () => {
    const { id, place } = await sentIn('Approved unread')
    for (const check of ['opens', 'own_work', 'no_names', 'chapters_complete']) {
      await decide(id, 'tick', { check, ticked: 'on' })
    }
    const unread = await decide(id, 'approve', approval('1', 'Approved unread'))
    expect([unread.status, unread.text.includes('has not been read for this review yet')]).toEqual([409, true])
    fs.rmSync(place)
    const gone = await decide(id, 'approve', approval('1', 'Approved unread'))
    expect([gone.status, gone.text.includes('The file is not in the storage')]).toEqual([409, true])
    expect((await get(`/upload-materials/${id}/file`, student)).status).toBe(404)
    expect(await getRows('Approved unread')).toMatchObject([{ upload_status: 'pending' }])
  })

  test("is marked as different in the archive of its student's data, and a missing one as missing", async () => {
    const [swapped, gone] = [await sentIn('Swapped for the archive'), await sentIn('Gone for the archive')]
    const other = aPdf()
    fs.writeFileSync(swapped.place, other)
    fs.rmSync(gone.place)
    const files = unzipSync((await get('/dashboard/my-data/archive', student)).body)
    const [name] = Object.entries(files).find(([, bytes]) => getHash(Buffer.from(bytes)) === getHash(other)) ?? ['']
    expect(name).toMatch(/^works\//)
    expect(Buffer.from(files['not-as-sent.txt'] ?? []).toString()).toContain(name)
    expect(Buffer.from(files['not-included.txt'] ?? []).toString()).toContain('could not be found in the storage')
  })
})
