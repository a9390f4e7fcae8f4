import { expect, test } from 'vitest'
import { backupDue } from './backup-due.server.ts'

const now = new Date('2026-11-22T08:00:00Z')
const madeAt = (at: string | null) => ({ lastBackup: async () => (at === null ? null : new Date(at)) })

test('backupDue returns the last backup if it is older than two days or missing', async () => {
  expect(await backupDue(madeAt('2026-11-20T08:00:00Z'), now)).toBeNull()
  expect(await backupDue(madeAt('2026-11-20T07:59:00Z'), now)).toEqual({ last: '2026-11-20T07:59:00.000Z' })
  expect(await backupDue(madeAt(null), now)).toEqual({ last: null })
})

test('backupDue returns null where no backups are made', async () => {
  expect(await backupDue({ lastBackup: null }, now)).toBeNull()
})
