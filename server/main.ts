// npm start (and, with --dev, npm run dev): one process that serves the site and, unless SUPABASE_URL is set, its backend.
import './node-env.ts'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import type { ServerType } from '@hono/node-server'
import type { Site } from '../app/platform/process/backend.server.ts'
import { removeUnfinishedFiles } from './backend/data-directory-entries.ts'
import { lockDataDirectory } from './backend/data-directory-lock.ts'
import { lastBackup } from './backup-files.ts'
import { openLocalDoor } from './backend/local-door.ts'
import { serveBackend } from './backend/serve.ts'
import { type EmbeddedBackend, startBackend } from './backend/start.ts'
import { hasDiskSpace } from './disk/disk-space.ts'
import { lookOver } from './doctor/look-over.ts'
import { testMail } from './doctor/test-mail.ts'
import { type Environment, isTrial, readEnvironment, sellsSamples } from './environment.ts'
import { createApp, type SimulatorPages } from './http/app.ts'
import { tryKeysAtStart } from './backend/hosted-keys.ts'
import { serverFor } from './http/listener.ts'
import { ConnectionCounter } from './http/render-scheduler.ts'
import { takeClicks } from './http/views-and-clicks.ts'
import { receivePartials } from './http/receive-partials.ts'
import { salesHook } from './http/sales-hook.ts'
import { orderFile } from './http/order-file.ts'
import { paystackHook } from './http/paystack-hook.ts'
import { siteHandler } from './http/site.ts'
import { mailRenderer } from './mail/render.ts'
import { loadBuiltSite } from './site-build.ts'
import { isBeyondRepair } from './backend/beyond-repair.ts'
import { keepServing } from './last-resort.ts'
import { openLimiter } from './limits/limiter.ts'
import { limits } from './limits/limits.ts'
import { sharedCounts } from './limits/shared-counter.ts'
import { proxiesNamed } from './limits/visitor-address.ts'
import { logAsJson } from './log-format.ts'
import { serveMetrics } from './metrics/serve.ts'
import { keptAuthMail } from './mail/auth-mail.ts'
import { openMailer } from './mail/mailer.ts'
import { OrderFiles } from './orders/order-files.ts'
import { openOrders } from './orders/orders.ts'
import { openShop, type Shop } from './paystack/shop.ts'
import { openBankAccounts } from './paystack/bank-accounts.ts'
import { openPageCache } from './page-cache/open.ts'
import { openTransfers } from './paystack/payouts.ts'
import { openPictures } from './pictures/pictures.ts'
import { openReader } from './reading/read-work.ts'
import { seedHosted, seedOnce } from './seed/seed.ts'
import { serviceClient } from './service-client.ts'
import { close, endOnSignal } from './shutdown.ts'
import { embeddedSiteBackend, hostedSiteBackend, type SiteBackend } from './backend/site-backend.ts'
import type { ReceivingPartials } from './uploads/partial-rules.ts'
import { Partials } from './uploads/partials.ts'
import { SharedPartials } from './uploads/shared-partials.ts'
import { passesAddressesOn } from './backend/visitor-backend.ts'
import { makeBackups } from './jobs/backups.ts'
import { sweepDriveCopies } from './jobs/drive-sweep.ts'
import { removeFiles } from './jobs/file-removals.ts'
import { shareForgottenReads } from './jobs/forgotten-reads.ts'
import { keepHolidays } from './jobs/holidays.ts'
import { missedSearches } from './analytics/missed-searches.ts'
import { keepHouse } from './jobs/housekeeping.ts'
import { Jobs } from './job-runner/jobs.ts'
import { knownOperators } from './analytics/operators.ts'
import { checkPaystack } from './jobs/paystack-check.ts'
import { sweepTransfers } from './jobs/transfers.ts'
import { sweepOrders } from './jobs/orders.ts'
import { sendOutbox } from './jobs/outbox.ts'
import { importPictures } from './jobs/picture-imports.ts'
import { sweepPartials } from './jobs/partial-sweep.ts'
import { sweepStrayFiles } from './jobs/stray-files-sweep.ts'
import { vacuum } from './jobs/vacuum.ts'
import { startWatchdog } from './watchdog/watchdog.ts'
import { countViewsAndClicks } from './analytics/views-and-clicks.ts'

const development = process.argv.includes('--dev')

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}

async function main(): Promise<void> {
  const env = readEnvironment(process.env)
  if (env.logFormat === 'json') {
    logAsJson()
  }
  process.env.DRIVE_DIRECTORY ??= path.join(env.dataDirectory, 'drive')
  const servers: ServerType[] = []
  /** What to release when the start fails or the process ends, in reverse order. */
  const giveBack: (() => unknown)[] = [lockDataDirectory(env.dataDirectory)]
  removeUnfinishedFiles(env.dataDirectory)
  const end = async () => {
    for (const each of giveBack.toReversed()) {
      await each()
    }
  }
  try {
    const jobs = new Jobs({ begin: 'when told' })
    const { backend, embedded, shop } = await startEverything(env, servers, giveBack, jobs)
    keepServing(isBeyondRepair)
    endOnSignal(servers, end)
    announce(env, embedded, shop)
    // Their first rounds take a quarter of a second, so they begin when the doors are open.
    jobs.begin()
    void embedded?.database.disk?.keepBallast()
    // Watched from here on, because a start may block the main thread for long.
    if (!development && env.watchdogSeconds > 0) {
      giveBack.push(startWatchdog(env))
    }
    const copies = sweepDriveCopies(backend, jobs.add('drive copies'))
    const strays = sweepStrayFiles(backend, jobs.add('stray files'), embedded)
    const imports = importPictures(backend, jobs.add('pictures of other sites'))
    giveBack.push(copies.stop, strays.stop, imports.stop)
    if (embedded && env.backend.kind === 'embedded') {
      giveBack.push(vacuum(embedded.database, jobs.add('vacuum')).stop)
    }
    if (env.backupDirectory !== null) {
      // Its process reads from this one, so it begins when the doors are open. The end does not wait for it.
      makeBackups(env.backupDirectory, jobs.add('backups'))
    }
  } catch (error) {
    await Promise.all(servers.map(close))
    await end()
    throw error
  }
}

async function startEverything(
  env: Environment,
  servers: ServerType[],
  giveBack: (() => unknown)[],
  jobs: Jobs,
): Promise<{ backend: SiteBackend; embedded: EmbeddedBackend | null; shop: Shop | null }> {
  const mailer = openMailer(env)
  let nudge = () => {}
  const { backend, embedded } = await openBackend(env, () => nudge())
  const disk = embedded?.database.disk ?? null
  if (disk) {
    jobs.pauseWhile(() => disk.check().isFull)
  }
  if (embedded) {
    giveBack.push(() => embedded.stop())
    if (env.seed) {
      await seedOnce(embedded, env, sellsSamples(env))
    }
  }
  const pictures = openPictures(env.dataDirectory)
  giveBack.push(() => pictures.end())
  const holidays = keepHolidays(backend, jobs.add('public holidays', 'at once'))
  giveBack.push(holidays.stop)
  if (embedded) {
    // Done before anybody reads the settings, which are cached for minutes. A hosted backend may be away.
    await holidays.idle()
  }
  const receivingDirectory = emptied(path.join(env.dataDirectory, 'receiving'))
  const partials = partialsOf(backend, env, receivingDirectory)
  giveBack.push(sweepPartials(partials, jobs.add('partials')).stop)

  const dev = development ? await (await import('./development.ts')).startDevelopment() : null
  const loadBuild = dev?.loadBuild ?? (await loadBuiltSite())
  const outbox = sendOutbox(backend, jobs.add('mails'), mailer, mailRenderer(loadBuild, env.siteUrl))
  const removals = removeFiles(backend, jobs.add('file removals'))
  const house = keepHouse(backend, jobs.add('housekeeping'), { removals: removals.nudge, mails: outbox.nudge })
  giveBack.push(outbox.stop, removals.stop, house.stop)
  nudge = outbox.nudge
  const counted = countViewsAndClicks(backend, jobs.add('views and clicks'))
  giveBack.push(counted.stop)
  const missed = missedSearches(backend, (error) => console.error('A missed search could not be noted:', error))
  giveBack.push(missed.stop)
  const { backupDirectory } = env
  const shop = await openShop(backend, env)
  const orders = sweepOrders(shop, jobs.add('orders'), outbox.nudge)
  const transfers = sweepTransfers(shop, jobs.add('transfers'), outbox.nudge)
  const compared = checkPaystack(shop, jobs.add('comparison with Paystack'))
  const filesDirectory = path.join(env.dataDirectory, 'order-files')
  const files = shop && new OrderFiles(shop.client, filesDirectory)
  giveBack.push(orders.stop, transfers.stop, compared.stop, () => files?.end())
  const afterForm = (address: string) => {
    outbox.nudge()
    removals.nudge()
    // An operator may have agreed to a refund.
    if (address.startsWith('/admin')) {
      orders.nudge()
    }
  }
  const given = {
    backend,
    site: {
      url: env.siteUrl,
      secure: env.secure,
      receivingDirectory,
      hasDiskSpace: (bytes) => hasDiskSpace(receivingDirectory, bytes),
      databaseDisk: disk && (() => disk.check()),
      partials,
      showsMail: isTrial(env),
      pictures,
      readWork: openReader(),
      sendCounted: counted.sendNow,
      missedSearches: missed,
      lastBackup: backupDirectory === null ? null : () => lastBackup(backupDirectory),
      doctor: {
        findings: (headers) => lookOver(env, backend, headers),
        sendTestMail: (to) => testMail(mailer, to, env.siteUrl),
      },
      orders: shop && openOrders(shop, env.siteUrl),
      transfers: shop && openTransfers(shop, transfers),
      bankAccounts: shop && openBankAccounts(shop.client, shop.paystack, shop.banks),
    } satisfies Site,
    limiter: openLimiter(limits, sharedCountsOf(backend)),
    isProxy: proxiesNamed(env.trustedProxies),
  }
  if (!development) {
    const { publicCache } = (await loadBuild()).entry.module
    giveBack.push(shareForgottenReads(backend, jobs.add('changes of other processes', 'at once'), publicCache).stop)
  }
  const siteUrl = env.siteUrlIsSet ? env.siteUrl : null
  const pageCache = development ? null : openPageCache(await loadBuild())
  const connections = new ConnectionCounter()
  const page = siteHandler(loadBuild, { ...given, siteUrl, development, connections, afterForm })
  const receive = receivePartials(loadBuild, given, partials, page)
  const sales = salesHook(backend, env.salesHookSecret, outbox.nudge, page)
  const told = () => {
    orders.nudge()
    transfers.nudge()
  }
  const paystack = paystackHook(shop, told, page)
  const counting = { ...given, counted, missedSearches: missed, isOperator: knownOperators(backend) }
  const clicks = takeClicks(loadBuild, given, counting, page)
  const app = createApp({
    env,
    backend,
    embedded,
    jobs,
    page,
    pageCache,
    receive,
    sales,
    paystack,
    orderFile: orderFile(files, given, page),
    simulatorPages: shop?.simulator ? await simulatorPagesOf(shop.simulator) : null,
    clicks,
    counting,
  })
  const metrics = env.metricsPort === null ? null : (await import('./metrics/metrics.ts')).openMetrics(jobs)
  const server = serverFor(app.fetch, {
    secure: env.secure,
    connections,
    serverFor: dev?.serverFor,
    timed: metrics?.timed,
  })
  servers.push(server)
  if (metrics && env.metricsPort !== null) {
    servers.push(await serveMetrics(metrics, env.metricsHost, env.metricsPort))
  }
  if (embedded) {
    servers.push(await openLocalDoor(embedded, env.dataDirectory))
    if (env.backendPort) {
      servers.push(await serveBackend(embedded, env.backendPort))
    }
  }
  await listen(server, env)
  return { backend, embedded, shop }
}

/** Loads the pages of the simulator of Paystack, which only a trial run has. */
async function simulatorPagesOf(simulator: NonNullable<Shop['simulator']>): Promise<SimulatorPages> {
  const { checkoutPage } = await import('../dev/paystack-simulator/checkout-page.ts')
  return (notHere) => checkoutPage(simulator, notHere)
}

/** `kept` is called when the embedded backend put one of its mails into the outbox. */
async function openBackend(
  env: Environment,
  kept: () => void,
): Promise<{ backend: SiteBackend; embedded: EmbeddedBackend | null }> {
  if (env.backend.kind === 'hosted') {
    const backend = hostedSiteBackend(env.backend)
    await tryKeysAtStart(backend)
    if (env.seed) {
      await seedHosted(backend, sellsSamples(env))
    }
    return { backend, embedded: null }
  }
  const embedded: EmbeddedBackend = await startBackend(env, {
    mailer: keptAuthMail(() => embedded.database, kept),
  })
  return { backend: embeddedSiteBackend(embedded, env.siteUrl), embedded }
}

/** A hosted backend may have several processes in front of it, which count together; an embedded one has this process alone. */
function sharedCountsOf(backend: SiteBackend): ReturnType<typeof sharedCounts> | null {
  const client = backend.kind === 'hosted' ? serviceClient(backend) : null
  return client && backend.secretKey ? sharedCounts(client, backend.secretKey) : null
}

/** A backend that several processes may share keeps partials for all of them. Without its secret key each process keeps its own. */
function partialsOf(backend: SiteBackend, env: Environment, receivingDirectory: string): ReceivingPartials {
  const { kind, url, secretKey, fetch } = backend
  return kind === 'hosted' && secretKey !== null
    ? new SharedPartials({ url, secretKey, fetch }, receivingDirectory)
    : new Partials(made(path.join(env.dataDirectory, 'partials')))
}

/** Empties the directory: unfinished files of an earlier process are of no use. */
function emptied(directory: string): string {
  fs.rmSync(directory, { recursive: true, force: true })
  return made(directory)
}

function made(directory: string): string {
  fs.mkdirSync(directory, { recursive: true, mode: 0o700 })
  return directory
}

async function listen(server: ServerType, env: Environment): Promise<void> {
  server.listen(env.port, env.host)
  try {
    await once(server, 'listening')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw code === 'EADDRINUSE'
      ? new Error(`Port ${env.port} is taken. Stop what uses it, or give Lamplight another PORT.`)
      : error
  }
}

function announce(env: Environment, embedded: EmbeddedBackend | null, shop: Shop | null): void {
  console.log(`Lamplight is at ${env.siteUrl}`)
  if (env.siteUrlIsSet) {
    console.log(`It listens on http://${env.host}:${env.port}`)
  }
  const accounts = path.join(env.dataDirectory, 'demo-accounts.json')
  if (embedded && fs.existsSync(accounts)) {
    console.log(`Demo accounts to sign in with: ${path.relative(process.cwd(), accounts)}`)
  }
  if (isTrial(env)) {
    console.log(`Mails are not sent; read them at ${env.siteUrl}/dev/mail`)
  } else if (!env.smtpUrl) {
    console.warn(`Mails are not sent without SMTP_URL; they are in ${path.join(env.dataDirectory, 'mail')}`)
  }
  if (shop) {
    console.log(
      shop.simulator
        ? 'Works are sold through a simulator of Paystack: this is a trial, and no money moves'
        : `Works are sold through Paystack with a ${shop.paystack.domain} key; its webhook is ${env.siteUrl}/hooks/paystack`,
    )
  }
  if (env.backend.kind === 'hosted' && !env.backend.secretKey) {
    console.warn(
      'Without SUPABASE_SECRET_KEY the mails of the outbox wait, drive copies are not made, and the files of deleted accounts stay',
    )
  }
  if (env.backend.kind === 'hosted' && !passesAddressesOn(env.backend)) {
    console.warn('Without a SUPABASE_SECRET_KEY that begins with sb_secret_ the limits of the project count all visitors as one')
  }
  if (env.secure && env.trustedProxies.length === 0) {
    console.warn('Without TRUSTED_PROXIES all who come through the proxy count as one visitor, and share one limit')
  }
  if (embedded && env.backendPort) {
    console.log(`The backend answers tools on http://127.0.0.1:${env.backendPort}`)
  }
}
