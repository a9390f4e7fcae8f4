// Writes into a data directory what a site writes with its first start: the public holidays, which take it some time to find out. Run as a
// process of its own by prepared.ts.
import { NEW_LOG } from '../../server/backend/database-files.ts'
import { startBackend } from '../../server/backend/start.ts'
import { embeddedSiteBackend } from '../../server/site-backend.ts'
import { keepHolidays } from '../../server/work/holidays.ts'
import { Jobs } from '../../server/work/jobs.ts'

const [dataDirectory = ''] = process.argv.slice(2)
const siteUrl = 'http://localhost'
const backend = await startBackend(
  { backend: { kind: 'embedded' }, dataDirectory, keys: {}, siteUrl },
  { mailer: { send: async () => {} } },
)
const holidays = keepHolidays(embeddedSiteBackend(backend, siteUrl), new Jobs().add('public holidays'))
await holidays.idle()
await holidays.stop()
await backend.database.run(NEW_LOG)
await backend.stop()
