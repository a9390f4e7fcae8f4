import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'
import type { EmailDriver } from '@supabase/lite'
import { type EmbeddedBackend, startBackend } from '#server/backend/start.ts'
import { openMigrated } from './databases.ts'

type Options = { siteUrl?: string; send?: EmailDriver['send'] }

/** Starts an embedded backend for the tests of a file. After them it stops, and its files are removed. */
export async function startTestBackend({ siteUrl = 'http://localhost', send = async () => {} }: Options = {}): Promise<{
  backend: EmbeddedBackend
  dataDirectory: string
}> {
  const dataDirectory = fs.mkdtempSync(path.join(os.tmpdir(), 'lamplight-backend-'))
  const backend = await startBackend(
    { backend: { kind: 'embedded' }, dataDirectory, keys: {}, siteUrl },
    { mailer: { send }, database: await openMigrated() },
  )
  afterAll(async () => {
    await backend.stop()
    fs.rmSync(dataDirectory, { recursive: true, force: true })
  })
  return { backend, dataDirectory }
}
