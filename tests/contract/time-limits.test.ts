/* Statements of visitors and students end at the time limit of their role (server/backend/lite/database/time-limits.ts). */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '../../server/backend/database.ts'
import { backend } from './people.ts'

const databaseUrl = process.env.CONTRACT_DATABASE_URL

test.runIf(databaseUrl)(
  'on PostgreSQL a statement of a visitor ends after three seconds, and of a student after eight',
  async () => {
    expect(backend.embedded?.onPglite).toBe(false)
    const database = await openDatabase({ backend: { kind: 'postgres', databaseUrl: databaseUrl ?? '' }, dataDirectory: '' })
    try {
      const limitOf = (role: string) =>
        database.connection.withContext({ auth: { role } }, async (requests) => {
          const { rows } = await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(requests)
          return rows[0]?.limit
        })
      expect(await limitOf('anon')).toBe('3s')
      expect(await limitOf('authenticated')).toBe('8s')
      expect(await limitOf('service_role')).toBe('0')
      const began = performance.now()
      await expect(
        database.connection.withContext({ auth: { role: 'anon' } }, (requests) => sql`select pg_sleep(30)`.execute(requests)),
      ).rejects.toMatchObject({ code: '57014' })
      expect(performance.now() - began).toBeLessThan(10_000)
    } finally {
      await database.close()
    }
  },
)
