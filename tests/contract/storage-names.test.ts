/* File names of students as a client of SPEC 7 sends them (server/backend/lite/storage/names.ts). */
import { beforeAll, describe, expect, test } from 'vitest'
import { aPdf, pathFor, PDF, store } from './files.ts'
import { aStudent, anAdmin, backend, type CurrentUser } from './people.ts'

let ada: CurrentUser
let admin: CurrentUser
beforeAll(async () => {
  ;[ada, admin] = await Promise.all([aStudent('Ada'), anAdmin('Ngozi')])
})

const names = [
  'My thesis.pdf',
  'thesis (1).pdf',
  'Thesis.PDF',
  "Ada's work, part 1 & 2; final = yes + more @ home $5!.pdf",
  // Storage of a hosted project rejected these until 2025, and still rejects the last two (docs/decisions/0034).
  ...(backend.embedded
    ? ['Thèse.pdf', 'Ìwádìí ẹ̀kọ́.pdf', 'رسالة.pdf', '论文 😀.pdf', '50% done.pdf', '[final] {{auth.uid}} "draft" ~^`|<>.pdf']
    : []),
]

describe.each(names)('a file called %j', (fileName) => {
  test('is stored, submitted with the columns of SPEC 7, read, linked and copied', async () => {
    const file_path = pathFor(ada, fileName)
    const body = aPdf(5000 + fileName.length)
    const bucket = ada.client.storage.from('material-uploads')
    const stored = await bucket.upload(file_path, new File([body], fileName, { type: PDF }))
    expect(stored.error).toBeNull()
    const { data: upload, error } = await ada.client
      .from('material_uploads')
      .insert({
        user_id: ada.profileId,
        title: 'My thesis',
        category: 'thesis',
        format: 'PDF',
        pages: null,
        description: '',
        subject_area: '',
        year_of_study: null,
        proposed_price: 0,
        file_name: fileName,
        file_path,
      })
      .select()
      .single()
    expect(error).toBeNull()
    expect(upload).toMatchObject({ file_name: fileName, file_path, terms_version: null, terms_agreed_at: null })

    const read = await admin.client.storage.from('material-uploads').download(file_path)
    expect(new Uint8Array((await read.data?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(body)
    const links = await bucket.createSignedUrls([file_path], 60)
    expect((await fetch(links.data?.[0]?.signedUrl ?? '')).status).toBe(200)
    const link = await bucket.createSignedUrl(file_path, 60, { download: true })
    expect((await fetch(link.data?.signedUrl ?? '')).status).toBe(200)

    await ada.client.functions.invoke('upload-to-drive', { body: { fileId: file_path, uploadId: upload?.id } })
    const { data: checked } = await ada.client
      .from('material_uploads')
      .select('file_checked_at')
      .eq('id', upload?.id ?? '')
      .single()
    expect(checked?.file_checked_at).not.toBeNull()
  })
})

test('storage treats an encoded name and the same plain name as one file', async () => {
  const file = pathFor(ada, 'a, b & c.pdf')
  const encoded = file.split('/').map(encodeURIComponent).join('/')
  expect((await store('material-uploads', encoded, { as: ada, body: aPdf(700) })).status).toBe(200)
  const { data } = await ada.client.storage.from('material-uploads').download(file)
  expect(data?.size).toBe(700)
  expect((await store('material-uploads', file, { as: ada, body: aPdf(800) })).ok).toBe(false)
})

test.each(['\u202Efdp.exe.pdf', 'a\u2066b.pdf', 'a\r\nb.pdf'])('the row of an upload rejects the name %j', async (file_name) => {
  const file_path = pathFor(ada)
  await store('material-uploads', file_path, { as: ada, body: aPdf() })
  const { error } = await ada.client
    .from('material_uploads')
    .insert({ user_id: ada.profileId, title: 'x', category: 'thesis', format: 'PDF', file_name, file_path })
  expect(error?.code).toBe('23514')
})
