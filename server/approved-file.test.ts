import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { startTestBackend } from '#tests/support/embedded-backend.ts'
import { readApprovedFile } from './approved-file.ts'
import { embeddedSiteBackend } from './backend/site-backend.ts'
import { serviceClient } from './service-client.ts'

const { backend } = await startTestBackend()
const client = serviceClient(embeddedSiteBackend(backend, 'http://localhost'))
if (!client) {
  throw new Error('The embedded backend has a secret key')
}
const bytes = new TextEncoder().encode('%PDF-1.7\n')
const path = 'someone/1795000000000-work.pdf'
await client.storage.from('material-uploads').upload(path, bytes, { contentType: 'application/pdf' })

test.each([
  ['with the approved hash', createHash('sha256').update(bytes).digest('hex'), bytes],
  ['without a known hash', null, bytes],
  ['unless its hash is another one', 'a'.repeat(64), null],
])('reads a file %s', async (_what, sha256, expected) => {
  expect(await readApprovedFile(client, path, sha256)).toEqual(expected)
})

test('fails for a file that is not stored', async () => {
  await expect(readApprovedFile(client, 'someone/1795000000001-none.pdf', null)).rejects.toThrow()
})
