import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { startTestBackend } from '#tests/support/embedded-backend.ts'
import { FileStorage } from '../backend/file-storage.ts'
import { embeddedSiteBackend } from '../backend/site-backend.ts'
import { Jobs } from '../job-runner/jobs.ts'
import { sweepOrphanedFiles } from './orphaned-files-sweep.ts'

const { backend, dataDirectory } = await startTestBackend()

const A_DAY_MS = 24 * 60 * 60 * 1000
const objects = path.join(dataDirectory, 'objects')

/** Stores a file whose row and bytes are this many days old. */
async function stored(name: string, days: number, bucket = 'material-uploads'): Promise<string> {
  const { secret_key } = backend.keys
  const response = await backend.fetch(`${backend.url}/storage/v1/object/${bucket}/${name}`, {
    method: 'POST',
    headers: {
      apikey: secret_key,
      authorization: `Bearer ${secret_key}`,
      'content-type': bucket === 'material-uploads' ? 'application/pdf' : 'image/webp',
    },
    body: '%PDF-1.7\n',
  })
  expect(response.status).toBe(200)
  const then = new Date(Date.now() - days * A_DAY_MS)
  await backend.database.query(`update storage.objects set created_at = $2 where name = $1`, [name, then])
  for (const file of getFiles(name, bucket)) {
    fs.utimesSync(file, then, then)
  }
  return name
}

/** Returns the bytes and description of a file that exist. */
function getFiles(name: string, bucket = 'material-uploads'): string[] {
  const hash = FileStorage.getName(bucket, name)
  const file = path.join(objects, hash.slice(0, 2), hash)
  return [file, `${file}.json`].filter((each) => fs.existsSync(each))
}

const rows = async () =>
  (await backend.database.query<{ name: string }>(`select name from storage.objects order by name`)).map(({ name }) => name)
const withoutRow = (name: string) => backend.database.query(`delete from storage.objects where name = $1`, [name])

async function aStudent(email: string): Promise<string> {
  const userId = randomUUID()
  await backend.database.query(`insert into auth.users (id, email) values ($1, $2)`, [userId, email])
  return userId
}
const sendIn = async (userId: string, file: string) =>
  (
    await backend.database.query<{ id: string }>(
      `insert into public.material_uploads (user_id, title, category, format, file_name, file_path, created_at)
       select id, 'Used', 'thesis', 'PDF', 'a.pdf', $2, now() - interval '2 days' from public.profiles where user_id = $1 returning id`,
      [userId, file],
    )
  )[0]?.id

/** Runs one round. Returns whether the job failed and what it logged, without references. */
async function sweep(): Promise<{ failing: boolean; logged: string[] }> {
  const logged: string[] = []
  const spies = (['log', 'warn', 'error'] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation((line: string) => void logged.push(line.replace(/^\S+ /, ''))),
  )
  const jobs = new Jobs()
  await sweepOrphanedFiles(embeddedSiteBackend(backend, 'http://localhost'), jobs.add('stray files'), backend).stop()
  spies.forEach((spy) => spy.mockRestore())
  return { failing: jobs.failing().length > 0, logged }
}

test('removes a file without an upload after a day with its bytes, and leaves one with an upload', async () => {
  const userId = await aStudent('ada@example.com')
  const [stray, used, young] = [
    await stored(`${userId}/1795000000001-stray.pdf`, 2),
    await stored(`${userId}/1795000000002-used.pdf`, 2),
    await stored(`${userId}/1795000000003-young.pdf`, 0),
  ]
  await sendIn(userId, used)
  expect(await sweep()).toEqual({ failing: false, logged: ['stray files: removed, since nothing needs them: 1'] })
  expect(await rows()).toEqual([used, young])
  expect([stray, used, young].map((name) => getFiles(name).length)).toEqual([0, 2, 2])
})

test('removes a picture of a page without a row after a day, and no other picture', async () => {
  const userId = await aStudent('pages@example.com')
  const [orphaned, young, known] = await Promise.all(
    [2, 0, 2].map((days) => stored(`pages/${randomUUID()}/${randomUUID().replaceAll('-', '')}.webp`, days, 'product-files')),
  )
  const others = [
    await stored(`pages/burns/${'a'.repeat(16)}.webp`, 2, 'product-files'),
    await stored(`avatars/${userId}.webp`, 2, 'product-files'),
  ]
  await backend.database.query(
    `with material as (
       insert into public.research_materials (slug, title, category) values ('drawn', 'Drawn', 'thesis') returning id
     ), drawing as (
       insert into private.page_drawings (material_id, file_path) select id, 'a.pdf' from material returning material_id
     )
     insert into private.page_pictures (material_id, page, path) select material_id, 1, $1 from drawing`,
    [known],
  )
  expect(await sweep()).toEqual({ failing: false, logged: ['stray files: removed, since nothing needs them: 1'] })
  expect(await rows()).toEqual(expect.arrayContaining([young, known, ...others]))
  expect(await rows()).not.toContain(orphaned)
})

test("removes a file over its bucket's size limit at once in every bucket", async () => {
  const userId = await aStudent('large@example.com')
  const [work, avatar] = [
    await stored(`${userId}/1795000000009-large.pdf`, 0),
    await stored(`avatars/${userId}.webp`, 0, 'product-files'),
  ]
  const others = (await rows()).filter((name) => name !== work && name !== avatar)
  await backend.database.query(`update storage.objects set metadata = '{"size": 419430400}' where name in ($1, $2)`, [
    work,
    avatar,
  ])
  expect(await sweep()).toEqual({ failing: false, logged: ['stray files: removed, since nothing needs them: 2'] })
  expect(await rows()).toEqual(others)
})

test('removes bytes without a row after a day in every bucket', async () => {
  const userId = await aStudent('bola@example.com')
  const killed = await stored(`${userId}/1795000000011-killed.pdf`, 2)
  const avatar = await stored(`avatars/${userId}.webp`, 2, 'product-files')
  const justNow = await stored(`${userId}/1795000000012-just-now.pdf`, 0)
  const named = await stored(`${userId}/1795000000013-named.pdf`, 9)
  const half = await stored(`${userId}/1795000000014-half.pdf`, 2)
  await sendIn(userId, named)
  for (const name of [killed, avatar, justNow, half]) {
    await withoutRow(name)
  }
  // The process was killed between writing the description and the bytes.
  fs.rmSync(getFiles(half)[0] ?? '')
  expect(await sweep()).toEqual({ failing: false, logged: ['stray files: removed, since nothing needs them: 3'] })
  expect(getFiles(avatar, 'product-files')).toEqual([])
  expect([killed, half, justNow, named].map((name) => getFiles(name).length)).toEqual([0, 0, 2, 2])
  expect(await sweep()).toEqual({ failing: false, logged: [] })
})

test('removes a row without bytes, but only logs an upload whose file is gone', async () => {
  const userId = await aStudent('chidi@example.com')
  const [noBytes, noRow] = [
    await stored(`${userId}/1795000000021-no-bytes.pdf`, 2),
    await stored(`${userId}/1795000000022-no-row.pdf`, 2),
  ]
  const avatars = [
    await stored(`avatars/${userId}.webp`, 2, 'product-files'),
    await stored(`avatars/${userId}.png`, 0, 'product-files'),
  ]
  const [withoutBytes, withoutItsRow] = [await sendIn(userId, noBytes), await sendIn(userId, noRow)]
  for (const [name, bucket] of [[noBytes, undefined], ...avatars.map((avatar) => [avatar, 'product-files'] as const)] as const) {
    fs.rmSync(getFiles(name, bucket)[0] ?? '')
  }
  await withoutRow(noRow)
  expect(await sweep()).toEqual({
    failing: false,
    logged: [
      `stray files: the file of upload ${withoutBytes} has no bytes`,
      `stray files: the file of upload ${withoutItsRow} is not in the storage`,
      // These are the bytes without a row, and the row of the older avatar.
      'stray files: removed, since nothing needs them: 2',
    ],
  })
  const left = await rows()
  expect(left).toContain(noBytes)
  expect(avatars.map((avatar) => left.includes(avatar))).toEqual([false, true])
})

test('removes nothing and fails when most rows or files have no counterpart', async () => {
  const userId = await aStudent('dayo@example.com')
  const many = await Promise.all(
    Array.from({ length: 40 }, (_, at) => stored(`${userId}/17950000001${String(at).padStart(2, '0')}-work.pdf`, 2)),
  )
  for (const name of many) {
    await withoutRow(name)
  }
  const { failing, logged } = await sweep()
  expect(failing).toBe(true)
  expect(logged.at(-1)).toMatch(/40 files of the storage have no row, 1 rows no file, and \d+ have both\. Was the database/)
  expect(many.every((name) => getFiles(name).length === 2)).toBe(true)

  // The disk is missing.
  const before = await rows()
  await Promise.all(Array.from({ length: 30 }, (_, at) => stored(`avatars/${at}-${userId}.webp`, 2, 'product-files')))
  fs.renameSync(objects, `${objects}-away`)
  const away = await sweep()
  expect(away.failing).toBe(true)
  expect(away.logged.at(-1)).toContain('Nothing was removed')
  expect(await rows()).toHaveLength(before.length + 30)
})
