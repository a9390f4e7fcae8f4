import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { FileStorage } from '#server/backend/file-storage.ts'
import { aPdf, pathFor, store } from './files.ts'
import { aStudent, anAdmin, aVisitor, backend, type Client, type CurrentUser, theService } from './people.ts'
import { send, sendJson } from './raw.ts'
import { anUpload, rowFor } from './uploads.ts'

let ada: CurrentUser
let bola: CurrentUser
let admin: CurrentUser
beforeAll(async () => {
  ;[ada, bola, admin] = await Promise.all([aStudent('Ada'), aStudent('Bola'), anAdmin('Ngozi')])
})

type Upload = { id: string; file_path: string }

/** Returns the status of the function's response. */
async function copy(client: Client, { id, file_path }: Upload): Promise<number | undefined> {
  const { response } = await client.functions.invoke('upload-to-drive', { body: { fileId: file_path, uploadId: id } })
  return response?.status
}

const getCopy = async ({ id }: Upload) =>
  (
    await theService()
      .from('drive_copies')
      .select('copied_at, attempts, last_error, next_attempt_at')
      .eq('upload_id', id)
      .single()
  ).data

test('a function answers the preflight of a browser', async () => {
  const response = await send('/functions/v1/upload-to-drive', { method: 'OPTIONS', headers: { origin: 'https://example.com' } })
  expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
})

test('a new upload has a pending drive copy at once', async () => {
  expect(await getCopy(await anUpload(ada))).toMatchObject({ copied_at: null, attempts: 0, last_error: null })
})

test('upload-to-drive copies the file once for its student', async () => {
  const upload = await anUpload(ada)
  expect(await copy(ada.client, upload)).toBe(200)
  const created = await getCopy(upload)
  expect(created).toMatchObject({ attempts: 1, last_error: null })
  expect(created?.copied_at).not.toBeNull()
  expect(await copy(ada.client, upload)).toBe(200)
  expect((await getCopy(upload))?.attempts).toBe(1)
})

describe('the comparison of a file with its recorded hash', () => {
  const getHash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
  const stated = async (id: string) =>
    (
      await ada.client
        .from('material_uploads')
        .select('file_sha256, file_checked_at, file_fits, file_changed_at')
        .eq('id', id)
        .single()
    ).data
  async function sentIn(file_sha256: string | null, bytes = aPdf(300)): Promise<Upload> {
    const filePath = pathFor(ada)
    await store('material-uploads', filePath, { as: ada, body: bytes })
    const { data } = await ada.client
      .from('material_uploads')
      .insert({ ...rowFor(ada, filePath), file_sha256 })
      .select('id, file_path')
      .single()
    return data ?? { id: '', file_path: '' }
  }
  const atFirst = { file_checked_at: null, file_fits: null, file_changed_at: null }
  const asSent = { file_checked_at: expect.any(String) as string, file_fits: true, file_changed_at: null }

  test('runs while the file is copied to the drive, also for a replaced file', async () => {
    const upload = await sentIn(getHash(aPdf(300)))
    expect(await stated(upload.id)).toEqual({ file_sha256: getHash(aPdf(300)), ...atFirst })
    expect(await copy(ada.client, upload)).toBe(200)
    expect(await stated(upload.id)).toEqual({ file_sha256: getHash(aPdf(300)), ...asSent })

    const better = pathFor(ada, 'better.pdf')
    await store('material-uploads', better, { as: ada, body: aPdf(400) })
    const replaced = await ada.client.rpc('replace_upload_file', { upload: upload.id, new_name: 'better.pdf', new_path: better })
    expect(replaced.data).toBe(upload.file_path)
    expect(await stated(upload.id)).toEqual({ file_sha256: null, ...atFirst })
    expect(await copy(ada.client, upload)).toBe(404)
    expect(await copy(ada.client, { id: upload.id, file_path: better })).toBe(200)
    expect(await stated(upload.id)).toEqual({ file_sha256: getHash(aPdf(400)), ...asSent })
  })

  test('records the hash on the first read when the upload has none', async () => {
    const upload = await sentIn(null)
    expect(await copy(ada.client, upload)).toBe(200)
    expect(await stated(upload.id)).toEqual({ file_sha256: getHash(aPdf(300)), ...asSent })
  })

  test('prevents every copy of a different file and records the mismatch', async () => {
    const upload = await sentIn('f'.repeat(64))
    expect(await copy(ada.client, upload)).toBe(409)
    expect(await stated(upload.id)).toEqual({
      file_sha256: 'f'.repeat(64),
      ...atFirst,
      file_changed_at: expect.any(String) as string,
    })
    expect(await getCopy(upload)).toMatchObject({ copied_at: null, next_attempt_at: 'infinity' })
    expect(await copy(theService(), upload)).toBe(202)
  })

  test('accepts the sent file when its content does not match its name', async () => {
    const program = new TextEncoder().encode('MZ this is a program')
    const upload = await sentIn(getHash(program), program)
    expect(await copy(ada.client, upload)).toBe(422)
    expect(await stated(upload.id)).toEqual({ file_sha256: getHash(program), ...asSent, file_fits: false })
  })

  test.runIf(backend.embedded)('detects a replaced file with the same name, however it was stored', async () => {
    const upload = await sentIn(getHash(aPdf(300)))
    const name = FileStorage.getName('material-uploads', upload.file_path)
    fs.writeFileSync(path.join(backend.embedded?.dataDirectory ?? '', 'objects', name.slice(0, 2), name), aPdf(777))
    expect(await copy(theService(), upload)).toBe(409)
    expect((await stated(upload.id))?.file_changed_at).not.toBeNull()
    expect(
      fs.readdirSync(path.join(backend.embedded?.dataDirectory ?? '', 'drive')).filter((each) => each.includes(upload.id)),
    ).toEqual([])
  })
})

test('a student withdraws a pending upload and then removes its file, and another student cannot', async () => {
  const upload = await anUpload(ada)
  await bola.client.from('material_uploads').delete().eq('id', upload.id)
  expect(await getCopy(upload)).not.toBeNull()
  expect((await ada.client.storage.from('material-uploads').remove([upload.file_path])).data).toEqual([])
  const { data } = await ada.client.from('material_uploads').delete().eq('id', upload.id).select('file_path')
  expect(data).toEqual([{ file_path: upload.file_path }])
  expect((await ada.client.storage.from('material-uploads').remove([upload.file_path])).data).toHaveLength(1)
  expect((await theService().storage.from('material-uploads').download(upload.file_path)).error).not.toBeNull()
})

test('upload-to-drive accepts an admin and the service', async () => {
  expect(await copy(admin.client, await anUpload(ada))).toBe(200)
  expect(await copy(theService(), await anUpload(ada))).toBe(200)
})

test('upload-to-drive reveals nothing to another student, rejects a visitor and makes no copy', async () => {
  const upload = await anUpload(ada)
  expect(await copy(bola.client, upload)).toBe(404)
  expect(await copy(aVisitor(), upload)).toBe(401)
  expect((await getCopy(upload))?.attempts).toBe(0)
})

test("upload-to-drive does not copy another student's file for one's own upload", async () => {
  const mine = await anUpload(bola)
  const theirs = await anUpload(ada)
  expect(await copy(bola.client, { id: mine.id, file_path: theirs.file_path })).toBe(404)
  expect(await copy(bola.client, { id: theirs.id, file_path: mine.file_path })).toBe(404)
  expect((await getCopy(mine))?.attempts).toBe(0)
  expect((await getCopy(theirs))?.attempts).toBe(0)
})

test('upload-to-drive rejects a body without exactly two names', async () => {
  const { id, file_path } = await anUpload(ada)
  for (const body of [
    null,
    [],
    'x',
    {},
    { fileId: file_path },
    { uploadId: id },
    { fileId: '', uploadId: id },
    { fileId: 5, uploadId: id },
    { fileId: file_path, uploadId: 'x' },
  ]) {
    expect((await sendJson('/functions/v1/upload-to-drive', body, { as: ada })).status).toBe(400)
  }
  expect((await send('/functions/v1/upload-to-drive', { as: ada, method: 'POST', body: '{' })).status).toBe(400)
})

test.each(['nothing', '_shared', '', '../upload-to-drive/index.ts', 'constructor', 'upload-to-drive/more'])(
  'a function called %j is not found',
  async (name) => {
    expect((await sendJson(`/functions/v1/${name}`, {}, { as: ada })).status).toBe(404)
  },
)

test('upload-to-drive makes one copy for ten simultaneous requests', async () => {
  const upload = await anUpload(ada)
  const responses = await Promise.all(Array.from({ length: 10 }, (_, at) => copy(at % 2 ? ada.client : admin.client, upload)))
  expect(responses.every((status) => status === 200 || status === 202)).toBe(true)
  expect(responses).toContain(200)
  await expect.poll(async () => (await getCopy(upload))?.copied_at).not.toBeNull()
  expect((await getCopy(upload))?.attempts).toBe(1)
})

test.each([
  ['a program', 'MZ this is a program'],
  ['a stub of header and trailer', '%PDF-1.7\ntrailer\n<</Root 1 0 R>>\nstartxref\n9\n%%EOF'],
])('does not copy %s named .pdf, now or later', async (_what, content) => {
  const filePath = pathFor(ada)
  await store('material-uploads', filePath, { as: ada, body: content })
  const { data } = await ada.client.from('material_uploads').insert(rowFor(ada, filePath)).select('id, file_path').single()
  const upload = data ?? { id: '', file_path: '' }
  expect(await copy(ada.client, upload)).toBe(422)
  expect(await getCopy(upload)).toMatchObject({ copied_at: null, next_attempt_at: 'infinity' })
})

test('the table of copies is hidden from students, readable by admins and writable by neither', async () => {
  const upload = await anUpload(ada)
  expect((await ada.client.from('drive_copies').select()).data).toEqual([])
  expect((await admin.client.from('drive_copies').select('upload_id').eq('upload_id', upload.id)).data).toEqual([
    { upload_id: upload.id },
  ])
  for (const { client } of [ada, admin]) {
    expect((await client.from('drive_copies').update({ attempts: 9 }).eq('upload_id', upload.id)).error?.code).toBe('42501')
    expect((await client.rpc('claim_drive_copy', { upload: upload.id })).error?.code).toBe('42501')
  }
})

describe.runIf(backend.embedded)('a drive that is a folder', () => {
  const drive = path.join(backend.embedded?.dataDirectory ?? '', 'drive')
  const getCopies = ({ id }: Upload) => fs.readdirSync(drive).filter((name) => name.includes(id))

  test('stores the whole file under a readable name', async () => {
    const upload = await anUpload(ada, 'Care of a client: ../../etc/passwd, "Ìbàdàn"')
    expect(await copy(ada.client, upload)).toBe(200)
    expect(getCopies(upload)).toEqual([`${upload.id}-Care-of-a-client-etc-passwd-I-ba-da-n.pdf`])
    expect(fs.readFileSync(path.join(drive, getCopies(upload)[0] ?? ''))).toEqual(Buffer.from(aPdf()))
  })

  test('stores one file and nothing half written after ten simultaneous calls', async () => {
    const upload = await anUpload(ada)
    await Promise.all(Array.from({ length: 10 }, () => copy(ada.client, upload)))
    await expect.poll(() => getCopies(upload).length).toBe(1)
    expect(fs.readdirSync(drive).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  test('removes the rest of an interrupted copy together with its upload', async () => {
    const upload = await anUpload(ada, 'Killed half-way')
    // The state after a kill: the copy's location is recorded and a part of the file is stored.
    const reference = `${upload.id}-Killed-half-way.pdf`
    await theService().from('drive_copies').update({ drive_reference: reference }).eq('upload_id', upload.id)
    fs.mkdirSync(drive, { recursive: true })
    for (const name of [reference, `${reference}.${crypto.randomUUID()}.part`]) {
      fs.writeFileSync(path.join(drive, name), 'half')
    }
    expect(getCopies(upload)).toHaveLength(2)
    await ada.client.from('material_uploads').delete().eq('id', upload.id)
    const { data: due } = await theService().from('file_removals').select('place').eq('path', reference)
    expect(due).toEqual([{ place: 'drive' }])
    const { response } = await theService().functions.invoke('remove-from-drive', { body: { reference } })
    expect(response?.status).toBe(200)
    expect(getCopies(upload)).toEqual([])
  })

  test('records the location of the copy before writing it', async () => {
    const upload = await anUpload(ada)
    fs.mkdirSync(drive, { recursive: true })
    fs.renameSync(drive, `${drive}.away`)
    fs.writeFileSync(drive, 'a file where the folder should be')
    try {
      expect(await copy(ada.client, upload)).toBe(502)
    } finally {
      fs.rmSync(drive)
      fs.renameSync(`${drive}.away`, drive)
    }
    const { data } = await theService().from('drive_copies').select('drive_reference').eq('upload_id', upload.id).single()
    expect(data?.drive_reference).toContain(upload.id)
  })

  test('retries a copy with its reason recorded while the drive is down, and makes it once when the drive is back', async () => {
    const upload = await anUpload(ada)
    fs.mkdirSync(drive, { recursive: true })
    fs.renameSync(drive, `${drive}.away`)
    fs.writeFileSync(drive, 'a file where the folder should be')
    try {
      expect(await copy(ada.client, upload)).toBe(502)
    } finally {
      fs.rmSync(drive)
      fs.renameSync(`${drive}.away`, drive)
    }
    const due = await getCopy(upload)
    expect(due).toMatchObject({ copied_at: null, attempts: 1 })
    expect(due?.last_error).toBeTruthy()
    expect(Date.parse(due?.next_attempt_at ?? '')).toBeGreaterThan(Date.now())

    expect(await copy(ada.client, upload)).toBe(202)
    expect(getCopies(upload)).toEqual([])

    await theService()
      .from('drive_copies')
      .update({ next_attempt_at: new Date(0).toISOString() })
      .eq('upload_id', upload.id)
    expect(await copy(ada.client, upload)).toBe(200)
    expect(getCopies(upload)).toHaveLength(1)
    expect(await getCopy(upload)).toMatchObject({ attempts: 2, last_error: null })
  })
})
