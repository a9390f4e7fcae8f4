import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import type { Drawing } from '#app/services/pictures.ts'
import { drawingThread } from './drawing-thread.ts'
import { StoredPictures } from './stored-pictures.ts'
import { openPictures } from './pictures.ts'

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'lamplight-pictures-'))
const pictures = openPictures(directory)
afterAll(async () => {
  await pictures.end()
  fs.rmSync(directory, { recursive: true })
})
const mark: Drawing = { of: 'mark' }
const stored = () => fs.readdirSync(path.join(directory, 'pictures'))

test('pictures draw and cache a picture once for simultaneous requests', async () => {
  const [one, other] = await Promise.all([pictures.drawn('mark-1', mark), pictures.drawn('mark-1', mark)])
  expect(one?.type).toBe('image/png')
  expect(other).toBe(one)
  expect(stored()).toEqual(['mark-1.png'])

  // The picture now comes from the directory, so the content of its file is returned.
  fs.writeFileSync(path.join(directory, 'pictures', 'mark-1.png'), 'kept')
  expect(Buffer.from((await pictures.drawn('mark-1', mark))?.bytes ?? []).toString()).toBe('kept')
})

test('pictures reject requests beyond two dozen waiting ones but still return cached pictures', async () => {
  const asked = Array.from({ length: 40 }, (_, at) => pictures.drawn(`many-${at}`, mark))
  expect(Buffer.from((await pictures.drawn('mark-1', mark))?.bytes ?? []).toString()).toBe('kept')
  const responses = await Promise.all(asked)
  expect(responses.filter((picture) => picture === null)).toHaveLength(16)
  expect(await pictures.drawn('many-39', mark)).not.toBeNull()
})

test('pictures do not cache a failed drawing and draw the next one', async () => {
  const nonsense = { of: 'cover' } as unknown as Drawing
  expect(await pictures.drawn('nonsense', nonsense)).toBeNull()
  expect(stored().filter((name) => name.startsWith('nonsense'))).toEqual([])
  expect(await pictures.drawn('after-nonsense', mark)).not.toBeNull()
})

test('pictures leave no request waiting when the thread ends during a job', async () => {
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => {})
  const thread = drawingThread()
  const lost = thread.do({ draw: { of: 'site' } })
  await thread.end()
  expect(await lost).toBeNull()
  expect(complaints).toHaveBeenCalled()
  complaints.mockRestore()
})

test('pictures return null for a missing photo', async () => {
  expect(await pictures.fitted('photo', async () => null)).toBeNull()
  expect(await pictures.fitted('photo', async () => Buffer.from('no picture'))).toBeNull()
})

test('pictures evict the oldest beyond the size limit of the cache', async () => {
  const own = path.join(directory, 'few')
  const few = new StoredPictures(own, 1000)
  for (let at = 0; at < 6; at += 1) {
    await few.keep(`p${at}`, { bytes: new Uint8Array(300), type: 'image/png' })
    fs.utimesSync(path.join(own, `p${at}.png`), at, at)
  }
  expect(await few.find('p0')).toBeNull()
  expect((await few.find('p5'))?.bytes.byteLength).toBe(300)
  expect(fs.readdirSync(own).length * 300).toBeLessThanOrEqual(1000)
})

test('pictures are drawn without caching in a directory that is not writable', async () => {
  const file = path.join(directory, 'file')
  fs.writeFileSync(file, '')
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => {})
  const others = openPictures(file)
  expect(await others.drawn('mark', mark)).not.toBeNull()
  expect(complaint).toHaveBeenCalled()
  complaint.mockRestore()
  await others.end()
})
