import { expect, test } from 'vitest'
import { backupDue } from './backup-due.server.ts'

const now = new Date('2026-11-22T08:00:00Z')
const madeAt = (at: string | null) => ({ lastBackup: async () => (at === null ? null : new Date(at)) })

test('a backup of the last two days is enough; an older one and none at all are said', async () => {
  expect(await backupDue(madeAt('2026-11-20T08:00:00Z'), now)).toBeNull()
  expect(await backupDue(madeAt('2026-11-20T07:59:00Z'), now)).toEqual({ last: '2026-11-20T07:59:00.000Z' })
  expect(await backupDue(madeAt(null), now)).toEqual({ last: null })
})

test('where no backups are made nothing is said', async () => {
  expect(await backupDue({ lastBackup: null }, now)).toBeNull()
})
