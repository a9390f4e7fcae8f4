import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, expect, test } from 'vitest'
import { IncompleteFormError, receiveForm } from './receive-form.server.ts'
import { saveUpload } from './save-upload.server.ts'

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'lamplight-receiving-'))
afterAll(() => fs.rmSync(directory, { recursive: true, force: true }))

/** Creates a request with a title and a file of this many bytes; `whole: false` breaks off inside the file. */
function getForm(bytes: number, { whole = true } = {}): Request {
  const file = Buffer.alloc(bytes, 'x')
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(
        Buffer.from(
          '--edge\r\nContent-Disposition: form-data; name="title"\r\n\r\nEthics of care\r\n' +
            '--edge\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n',
        ),
      )
    },
    pull(controller) {
      if (sent < bytes) {
        controller.enqueue(file.subarray(sent, sent + 65_536))
        sent += 65_536
      } else if (whole) {
        controller.enqueue(Buffer.from('\r\n--edge--\r\n'))
        controller.close()
      } else {
        controller.error(new Error('The connection broke'))
      }
    },
  })
  return new Request('http://localhost/upload-materials', {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
    body,
    duplex: 'half',
  } as RequestInit)
}
const receive = (request: Request, at = directory, hasDiskSpace = async () => true) =>
  receiveForm(request, { directory: at, maxBytes: 1024 * 1024, hasDiskSpace, fitting: () => true })

test('receiveForm stores a whole file with its hash, and discard removes it', async () => {
  const form = await receive(getForm(200_000))
  expect(form).toMatchObject({ fields: { title: 'Ethics of care' }, fileName: 'a.pdf', tooLarge: false, saveError: null })
  expect(form.file).toMatchObject({
    name: 'a.pdf',
    size: 200_000,
    sha256: createHash('sha256').update(Buffer.alloc(200_000, 'x')).digest('hex'),
  })
  expect(fs.readFileSync(form.file?.path ?? '')).toHaveLength(200_000)
  await form.discard()
  expect(fs.readdirSync(directory)).toEqual([])
})

test.each([
  ['small', 10],
  ['larger than any buffer on the way', 900_000],
])('receiveForm returns the other fields and the error when a %s file cannot be saved', async (_size, bytes) => {
  const form = await receive(getForm(bytes), path.join(directory, 'removed'))
  expect(form).toMatchObject({ fields: { title: 'Ethics of care' }, file: null, fileName: 'a.pdf' })
  expect(form.saveError).toMatchObject({ code: 'ENOENT' })
  await form.discard()
})

test('receiveForm writes no byte and reports it when the disk lacks space', async () => {
  const asked: number[] = []
  const form = await receive(getForm(900_000), directory, async (...bytes: number[]) => {
    asked.push(...bytes)
    return false
  })
  expect(form).toMatchObject({ fields: { title: 'Ethics of care' }, file: null, fileName: 'a.pdf', saveError: 'disk full' })
  // The length was not stated, so the maximum size is assumed.
  expect(asked).toEqual([1024 * 1024])
  expect(fs.readdirSync(directory)).toEqual([])
})

test('receiveForm throws IncompleteFormError for a body that is not a form with a file', async () => {
  const plain = new Request('http://localhost/', { method: 'POST', body: 'title=Ethics' })
  await expect(receive(plain)).rejects.toThrow(IncompleteFormError)
})

test('receiveForm leaves no file when the request is aborted', async () => {
  await expect(receive(getForm(300_000, { whole: false }))).rejects.toThrow(IncompleteFormError)
  expect(fs.readdirSync(directory)).toEqual([])
})

test.runIf(fs.existsSync('/dev/full'))(
  'receiveForm recognises a full disk by the error code, and reads the file to its end',
  async () => {
    const file = Readable.from([Buffer.alloc(100_000), Buffer.alloc(100_000)])
    expect(await saveUpload(file, '/dev/full')).toMatchObject({ failure: { code: 'ENOSPC' } })
    await expect.poll(() => file.readableEnded).toBe(true)
  },
)
