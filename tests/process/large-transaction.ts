// Opens the database in the directory it is given, and writes more in one transaction than the disk has space for.
import { setTimeout } from 'node:timers/promises'
import { openDatabase } from '../../server/backend/database.ts'
import { keepServing } from '../../server/last-resort.ts'

keepServing()
const database = await openDatabase({ backend: { kind: 'embedded' }, dataDirectory: process.argv[2] ?? '' })
try {
  await database.query(
    `insert into public.topic_requests (user_id, topic)
     select id, repeat(md5(nth::text), 12) from public.profiles, generate_series(1, 400000) nth`,
  )
  console.log('It was written')
} catch (error) {
  console.log(`It was refused: ${String(error)}`)
}
await setTimeout(60_000)
