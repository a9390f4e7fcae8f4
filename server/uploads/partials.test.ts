import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Upload } from '@tus/server'
import { afterAll, afterEach, expect, test } from 'vitest'
import { isPartialOf, KEPT_MS, MOST_A_PERSON, newPartialId } from './partial-rules.ts'
import { Partials } from './partials.ts'

const MEBIBYTE = 1024 * 1024
const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'lamplight-partials-'))
// The directory stays: the store makes sure of it in the background.
afterEach(() => {
  for (const name of fs.readdirSync(directory)) {
    fs.rmSync(path.join(directory, name), { recursive: true })
  }
})
afterAll(() => fs.rmSync(directory, { recursive: true, force: true }))

const partials = new Partials(directory)
const [ada, bola] = [randomUUID(), randomUUID()]
const HOUR_MS = 60 * 60 * 1000

/** Makes a partial of so many bytes with the first few arrived, last touched so long ago. */
async function begun(userId: string, size: number, { arrived = 3, ago = HOUR_MS, of = partials } = {}): Promise<string> {
  const id = newPartialId(userId)
  const creation_date = new Date(Date.now() - ago).toISOString()
  await of.store.create(new Upload({ id, size, offset: 0, creation_date, metadata: { filename: 'thesis.pdf' } }))
  fs.writeFileSync(path.join(directory, id), 'x'.repeat(arrived))
  const touched = (Date.now() - ago) / 1000
  fs.utimesSync(path.join(directory, id), touched, touched)
  return id
}
const left = () => fs.readdirSync(directory).filter((name) => !name.endsWith('.json'))

test('an id says whose it is, and nobody can make one up', () => {
  const id = newPartialId(ada)
  expect(isPartialOf(ada, id)).toBe(true)
  expect(isPartialOf(bola, id)).toBe(false)
  for (const forged of [ada, `${ada}.`, `${ada}./../${id}`, `${id}.json`, `${id}\n`, `../${id}`, '', id.toUpperCase()]) {
    expect(isPartialOf(ada, forged), forged).toBe(false)
  }
  expect(isPartialOf('', id)).toBe(false)
})

test('a whole one is taken by its owner, by one at a time, and only while it is whole', async () => {
  const id = await begun(ada, 3)
  expect(await partials.take(bola, id)).toBeNull()
  const taken = await partials.take(ada, id)
  expect(taken?.file).toEqual({ path: path.join(directory, id), name: 'thesis.pdf', size: 3 })
  expect(await partials.take(ada, id)).toBeNull()
  await taken?.giveBack()
  const again = await partials.take(ada, id)
  await again?.remove()
  expect(fs.readdirSync(directory)).toEqual([])
  expect(await partials.take(ada, id)).toBeNull()

  expect(await partials.take(ada, await begun(ada, 4))).toBeNull()
  expect(await partials.take(ada, await begun(ada, 3, { ago: KEPT_MS + HOUR_MS }))).toBeNull()
  expect(await partials.take(ada, newPartialId(ada))).toBeNull()
})

test('of two who ask at the same moment one gets it', async () => {
  const id = await begun(ada, 3)
  const both = await Promise.all([partials.take(ada, id), partials.take(ada, id)])
  expect(both.filter((taken) => taken !== null)).toHaveLength(1)
})

test("one's oldest make room for a new one, and never another's, nor one that may be under way", async () => {
  const oldest = await begun(ada, 50 * MEBIBYTE, { ago: 3 * HOUR_MS })
  const old = await begun(ada, 50 * MEBIBYTE, { ago: 2 * HOUR_MS })
  const bolas = await begun(bola, 50 * MEBIBYTE, { ago: 9 * HOUR_MS })
  expect(await partials.makeRoom(ada, 50 * MEBIBYTE)).toBeNull()
  expect(left().toSorted()).toEqual([oldest, old, bolas].toSorted())
  expect(await partials.makeRoom(ada, 51 * MEBIBYTE)).toBeNull()
  expect(left().toSorted()).toEqual([old, bolas].toSorted())

  const young = await begun(ada, 50 * MEBIBYTE, { ago: 1000 })
  const younger = await begun(ada, 50 * MEBIBYTE, { ago: 500 })
  const taken = await partials.take(ada, await begun(ada, 3))
  expect(await partials.makeRoom(ada, 50 * MEBIBYTE)).toBe('under way')
  expect(left()).toEqual(expect.arrayContaining([young, younger, bolas]))
  expect(fs.existsSync(taken?.file.path ?? '')).toBe(true)
  await taken?.remove()
})

test('many small ones are bounded too', async () => {
  for (let nth = 0; nth < MOST_A_PERSON + 3; nth += 1) {
    expect(await partials.makeRoom(ada, 10)).toBeNull()
    await begun(ada, 10, { ago: HOUR_MS - nth })
  }
  expect(left()).toHaveLength(MOST_A_PERSON)
})

test('a full disk takes no new one, and what is there stays', async () => {
  const full = new Partials(directory, async (bytes) => bytes <= 8 * MEBIBYTE)
  const id = await begun(ada, 10, { of: full })
  expect(await full.makeRoom(ada, 50 * MEBIBYTE)).toBe('disk full')
  expect(await full.makeRoom(ada, 5 * MEBIBYTE)).toBeNull()
  expect(left()).toEqual([id])
})

test('a received file is kept as a whole one', async () => {
  const received = path.join(directory, 'received')
  fs.writeFileSync(received, 'abc')
  const id = (await partials.keep(ada, { path: received, name: 'ethics.docx', size: 3 })) ?? ''
  expect(fs.existsSync(received)).toBe(false)
  expect((await partials.take(ada, id))?.file).toMatchObject({ name: 'ethics.docx', size: 3 })
})

test('of somebody whose account is gone nothing is kept, of others all', async () => {
  await begun(ada, 30)
  await begun(ada, 3)
  const bolas = await begun(bola, 30)
  await partials.forget(ada)
  expect(left()).toEqual([bolas])
})

test('the sweep removes what is too old, finished or not, and halves without their other half; the rest stays', async () => {
  const old = { ago: KEPT_MS + HOUR_MS }
  await begun(ada, 30, old)
  await begun(ada, 3, old)
  const lone = await begun(bola, 3, old)
  fs.rmSync(path.join(directory, `${lone}.json`))
  const headless = await begun(bola, 3, old)
  fs.rmSync(path.join(directory, headless))
  const young = await begun(ada, 30, { ago: KEPT_MS - HOUR_MS })
  fs.writeFileSync(path.join(directory, 'something else'), '')
  await partials.sweep()
  expect(fs.readdirSync(directory).toSorted()).toEqual([young, `${young}.json`, 'something else'].toSorted())
})
