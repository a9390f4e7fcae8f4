import { expect, test } from 'vitest'
import { openEmpty } from '#tests/support/databases.ts'
import { temporaryDirectory } from '#tests/support/processes.ts'
import { startBackend } from './start.ts'

test('startBackend throws when lite could not create its own tables', async () => {
  const database = await openEmpty()
  const place = temporaryDirectory()
  // A type of this name makes lite's "create table if not exists" fail.
  await database.run('create schema storage; create domain storage.objects as text')
  await expect(
    startBackend(
      { backend: { kind: 'embedded' }, dataDirectory: place.path, keys: {}, siteUrl: 'http://localhost' },
      { mailer: { send: async () => {} }, database },
    ),
  ).rejects.toThrow("Could not create the backend's own tables (auth.users, storage.objects)")
  await database.close()
  place.remove()
})
