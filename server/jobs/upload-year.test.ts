import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestBackend } from '#tests/support/embedded-backend.ts'
import { embeddedSiteBackend } from '../backend/site-backend.ts'
import { type ServiceClient, serviceClient } from '../service-client.ts'
import { storeUploadYear } from '../seed/upload-year.ts'
import { raiseUploadYear } from './upload-year.ts'

let client: ServiceClient

const siteUrl = 'http://localhost:3000'
const { backend } = await startTestBackend({ siteUrl })
beforeAll(async () => {
  const service = serviceClient(embeddedSiteBackend(backend, siteUrl))
  if (!service) {
    throw new Error('There is no secret key')
  }
  client = service
})
beforeEach(() => backend.database.run(`delete from public.settings where setting_key = 'year_max'`))

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
