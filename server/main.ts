// npm start (and, with --dev, npm run dev): one process that serves the site and, unless SUPABASE_URL is set, its backend.
import './node-env.ts'
import { isBeyondRepair } from './backend/fatal-errors.ts'
import { readEnvironment } from './environment.ts'
import { fail } from './fail.ts'
import { Jobs } from './job-runner/jobs.ts'
import { surviveUncaughtErrors } from './uncaught-errors.ts'
import { captureConsole } from '#app/platform/log/log.server.ts'
import { startAnalytics } from './services/analytics.ts'
import { announce } from './services/announce.ts'
import { lockData, seed, startBackend } from './services/backend.ts'
import { startEmail } from './services/email.ts'
import { startFiles } from './services/files.ts'
import { startMaintenance } from './services/maintenance.ts'
import { startPayments } from './services/payments.ts'
import { openServers } from './services/servers.ts'
import { Services } from './services/services.ts'
import { startWeb } from './services/web.ts'
import { endOnSignal } from './shutdown.ts'
import { loadBuiltSite } from './site-build.ts'
import { startWatchdog } from './watchdog/watchdog.ts'

const services = new Services()
try {
  await startServices(process.argv.includes('--dev'))
} catch (error) {
  await services.stop()
  fail(error)
}

/** Starts all services in order. They stop in reverse. */
async function startServices(isDevelopment: boolean): Promise<void> {
  const env = readEnvironment(process.env)
  captureConsole()
  services.add(lockData(env))
  const jobs = new Jobs({ begin: 'when told' })
  // This job precedes the backend, whose sign-ups nudge it.
  const emailJob = jobs.add('mails')
  const start = () => startBackend(env, jobs, emailJob)
  const backend = services.add(
    await (isDevelopment ? (await import('./services/development-data.ts')).rebuildIfOutdated(env, start) : start()),
  )
  await seed(env, backend)
  const files = services.add(startFiles(env, backend, jobs))

  const development = isDevelopment ? await (await import('./development.ts')).startDevelopment() : null
  const loadBuild = development?.loadBuild ?? (await loadBuiltSite())
  const email = services.add(startEmail(env, backend, emailJob, loadBuild))
  const { backups } = services.add(await startMaintenance(env, backend, jobs, { files, email }))
  const analytics = services.add(startAnalytics(backend, jobs))
  const payments = services.add(await startPayments(env, backend, jobs, email))
  const web = services.add(
    await startWeb(env, { backend, files, email, analytics, payments, backups }, jobs, { loadBuild, development: isDevelopment }),
  )
  const { servers } = services.add(await openServers(env, { backend, web }, jobs, development))

  surviveUncaughtErrors(isBeyondRepair)
  endOnSignal(servers, () => services.stop())
  announce(env, backend, payments)
  // Their first rounds take 250 ms, so they start after the server accepts requests.
  jobs.begin()
  void backend.disk?.keepBallast()
  // The watchdog starts last, because a start may block the main thread for long.
  if (!isDevelopment && env.watchdogSeconds > 0) {
    services.add({ stop: startWatchdog(env) })
  }
}
