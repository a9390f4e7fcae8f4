import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmbeddedBackend, startBackend } from '../backend/start.ts'
import { embeddedSiteBackend } from '../site-backend.ts'
import { sweepStrayFiles } from './stray-files-sweep.ts'

const dataDirectory = fs.mkdtempSync(path.join(os.tmpdir(), 'lamplight-stray-'))
let backend: EmbeddedBackend
beforeAll(async () => {
  const { openPglite } = await import('../backend/database.ts')
  backend = await startBackend(
    { backend: { kind: 'embedded' }, dataDirectory, keys: {}, siteUrl: 'http://localhost' },
    { mailer: { send: async () => {} }, database: await openPglite() },
  )
})
afterAll(async () => {
  await backend.stop()
  fs.rmSync(dataDirectory, { recursive: true, force: true })
})

async function stored(name: string, days: number): Promise<string> {
  const { secret_key } = backend.keys
  const answer = await backend.fetch(`${backend.url}/storage/v1/object/material-uploads/${name}`, {
    method: 'POST',
    headers: { apikey: secret_key, authorization: `Bearer ${secret_key}`, 'content-type': 'application/pdf' },
    body: '%PDF-1.7\n',
  })
  expect(answer.status).toBe(200)
  await backend.database.query(`update storage.objects set created_at = now() - make_interval(days => $2) where name = $1`, [
    name,
    days,
  ])
  return name
}

test('a file without an upload goes after a day, its bytes with it; one that an upload stands on stays', async () => {
  const userId = randomUUID()
  await backend.database.query(`insert into auth.users (id, email) values ($1, 'ada@example.com')`, [userId])
  const [stray, used, young] = [
    await stored(`${userId}/1795000000001-stray.pdf`, 2),
    await stored(`${userId}/1795000000002-used.pdf`, 2),
    await stored(`${userId}/1795000000003-young.pdf`, 0),
  ]
  await backend.database.query(
    `insert into public.material_uploads (user_id, title, category, format, file_name, file_path)
     select id, 'Used', 'thesis', 'PDF', 'a.pdf', $2 from public.profiles where user_id = $1`,
    [userId, used],
  )
  await sweepStrayFiles(embeddedSiteBackend(backend, 'http://localhost'))()
  const left = await backend.database.query<{ name: string }>(
    `select name from storage.objects where bucket_id = 'material-uploads' order by name`,
  )
  expect(left.map(({ name }) => name)).toEqual([used, young])
  expect(left.map(({ name }) => name)).not.toContain(stray)
  const files = fs.readdirSync(path.join(dataDirectory, 'objects'), { recursive: true, withFileTypes: true })
  expect(files.filter((entry) => entry.isFile() && !entry.name.endsWith('.json'))).toHaveLength(2)
})
