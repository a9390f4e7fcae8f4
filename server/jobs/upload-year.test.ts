import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openMigrated } from '#tests/support/databases.ts'
import { embeddedSiteBackend } from '../backend/site-backend.ts'
import { type EmbeddedBackend, startBackend } from '../backend/start.ts'
import { type ServiceClient, serviceClient } from '../service-client.ts'
import { storeUploadYear } from '../seed/upload-year.ts'
import { raiseUploadYear } from './upload-year.ts'

const dataDirectory = fs.mkdtempSync(path.join(os.tmpdir(), 'lamplight-upload-year-'))
let backend: EmbeddedBackend
let client: ServiceClient

beforeAll(async () => {
  const siteUrl = 'http://localhost:3000'
  backend = await startBackend(
    { backend: { kind: 'embedded' }, dataDirectory, keys: {}, siteUrl },
    { mailer: { send: async () => {} }, database: await openMigrated() },
  )
  const service = serviceClient(embeddedSiteBackend(backend, siteUrl))
  if (!service) {
    throw new Error('There is no secret key')
  }
  client = service
})
beforeEach(() => backend.database.run(`delete from public.settings where setting_key = 'year_max'`))
afterAll(async () => {
  await backend.stop()
  fs.rmSync(dataDirectory, { recursive: true, force: true })
})

const stored = async () =>
  (
    await backend.database.query<{ setting_value: string }>(
      `select setting_value from public.settings where group_name = 'uploads' and setting_key = 'year_max'`,
    )
  ).map(({ setting_value }) => setting_value)

describe('the upload year', () => {
  // It is already 2027 in Lagos.
  const newYear = new Date('2026-12-31T23:30:00Z')

  test('starts with the year in Lagos and keeps a stored one', async () => {
    await storeUploadYear(client, new Date('2026-12-31T22:30:00Z'))
    expect(await stored()).toEqual(['2026'])
    await storeUploadYear(client, newYear)
    expect(await stored()).toEqual(['2026'])
  })

  test('is raised when the year has passed', async () => {
    await storeUploadYear(client, new Date('2026-11-26T12:00:00Z'))
    await raiseUploadYear(client, newYear)
    expect(await stored()).toEqual(['2027'])
    await raiseUploadYear(client, new Date('2026-11-26T12:00:00Z'))
    expect(await stored()).toEqual(['2027'])
  })

  test('keeps the default of a site that has stored none', async () => {
    await raiseUploadYear(client, newYear)
    expect(await stored()).toEqual([])
  })
})
