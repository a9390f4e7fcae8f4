// Opens the database in the given directory, and writes more into the log of one transaction than the disk has space
// for.
import { setTimeout } from 'node:timers/promises'
import { isBeyondRepair } from '#server/backend/fatal-errors.ts'
import { openDatabase } from '#server/backend/database.ts'
import { surviveUncaughtErrors } from '#server/uncaught-errors.ts'

surviveUncaughtErrors(isBeyondRepair)
const database = await openDatabase({ backend: { kind: 'embedded' }, dataDirectory: process.argv[2] ?? '' })
try {
  await database.runInOneTransaction(`
    insert into public.topic_requests (user_id, topic) select id, 'Never committed' from public.profiles limit 1;
    -- These go into the log alone, so that no table needs the space first.
    select count(pg_logical_emit_message(true, 'lamplight', repeat('x', 1000000))) from generate_series(1, 200);
  `)
  console.log('It was written')
} catch (error) {
  console.log(`It was refused: ${String(error)}`)
}
await setTimeout(10_000)
