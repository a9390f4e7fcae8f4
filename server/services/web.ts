import path from 'node:path'
import type { Backups } from '#app/services/backups.ts'
import type { Site } from '#app/services/site.server.ts'
import { openAdminInvitations } from '../admin-invitations.ts'
import { knownAdmins } from '../analytics/admins.ts'
import type { SiteBackend } from '../backend/site-backend.ts'
import { removeDemo } from '../seed/remove-demo.ts'
import { hasDiskSpace } from '../disk/disk-space.ts'
import { runChecks } from '../doctor/checks.ts'
import { testMail } from '../doctor/test-mail.ts'
import { type Environment, isTestMode } from '../environment.ts'
import { createApp, type SimulatorPages } from '../http/app.ts'
import { orderFile } from '../http/order-file.ts'
import { paystackHook } from '../http/paystack-hook.ts'
import { handleUploadSessions } from '../http/upload-sessions.ts'
import { ConnectionCounter } from '../http/render-scheduler.ts'
import { salesHook } from '../http/sales-hook.ts'
import { siteHandler } from '../http/site.ts'
import { receiveClicks } from '../http/views-and-clicks.ts'
import type { Jobs } from '../job-runner/jobs.ts'
import { disabledJob } from '../job-runner/periodic.ts'
import { shareCacheInvalidations } from '../jobs/cache-invalidations.ts'
import { drawPagePictures } from '../jobs/page-pictures.ts'
import { processSaleNotices } from '../jobs/sale-notices.ts'
import { publishScheduled } from '../jobs/scheduled-publishing.ts'
import { openLimiter } from '../limits/limiter.ts'
import { limits } from '../limits/limits.ts'
import { sharedCounts } from '../limits/shared-counter.ts'
import { proxiesNamed } from '../limits/visitor-address.ts'
import { openOrderReading } from '../orders/order-reading.ts'
import { openOrders } from '../orders/orders.ts'
import { openPageCache } from '../page-cache/open.ts'
import { openBankAccounts } from '../paystack/bank-accounts.ts'
import { openTransfers } from '../paystack/payouts.ts'
import type { PaymentServices } from '../paystack/payment-services.ts'
import { openBookReader } from '../reading/read-book.ts'
import { openTextReader } from '../reading/read-text.ts'
import { openPageDrawer } from '../reading/draw-pages.ts'
import { openStampChecker } from '../reading/can-stamp.ts'
import { openReader } from '../reading/read-work.ts'
import { openAlerts } from '../alerts.ts'
import { receiveMessages } from '../contact-messages.ts'
import { openSecondFactors } from '../second-factors/second-factors.ts'
import { serviceClient } from '../service-client.ts'
import { openSystemTroubles } from './system-troubles.ts'
import type { LoadBuild } from '../site-build.ts'
import type { Analytics } from './analytics.ts'
import type { BackendService } from './backend.ts'
import type { EmailService } from './email.ts'
import type { FileServices } from './files.ts'
import type { Payments } from './payments.ts'
import { type Service, Services } from './services.ts'

type Dependencies = {
  backend: BackendService
  files: FileServices
  email: EmailService
  analytics: Analytics
  payments: Payments
  backups: Backups | null
}

export type Web = Service & {
  fetch: ReturnType<typeof createApp>['fetch']
  /** Must count the connections of the server that uses `fetch`. */
  connections: ConnectionCounter
}

/** Creates the app, which handles all requests of the site. In development no page is cached. */
export async function startWeb(
  env: Environment,
  dependencies: Dependencies,
  jobs: Jobs,
  { loadBuild, development }: { loadBuild: LoadBuild; development: boolean },
): Promise<Web> {
  const { files, email, analytics, payments } = dependencies
  const { backend, embedded } = dependencies.backend
  const services = new Services()
  const shared = {
    backend,
    site: createSite(env, dependencies, jobs),
    limiter: openLimiter(limits, openSharedCounts(backend)),
    isProxy: proxiesNamed(env.trustedProxies),
  }
  let pagePictures = disabledJob
  if (!development) {
    const { publicCache } = (await loadBuild()).entry.module
    services.add(publishScheduled(backend, jobs.add('scheduled publishing'), publicCache))
    services.add(shareCacheInvalidations(backend, jobs.add('changes of other processes', 'at once'), publicCache))
    const drawing = { directory: files.receivingDirectory, cache: publicCache }
    pagePictures = services.add(drawPagePictures(backend, jobs.add('page pictures'), drawing))
  }
  const connections = new ConnectionCounter()
  const page = siteHandler(loadBuild, {
    ...shared,
    siteUrl: env.siteUrlIsSet ? env.siteUrl : null,
    development,
    connections,
    afterForm(address) {
      email.nudge()
      files.removals.nudge()
      // An admin may have agreed to a refund, or approved a work.
      if (address.startsWith('/admin')) {
        payments.orders.nudge()
        pagePictures.nudge()
      }
    },
  })
  const nudgePayments = () => {
    payments.orders.nudge()
    payments.transfers.nudge()
  }
  const saleNotices = services.add(processSaleNotices(backend, jobs.add('notices of sales'), email.nudge))
  const counting = {
    ...shared,
    counted: analytics.viewsAndClicks,
    missedSearches: analytics.missedSearches,
    isAdmin: knownAdmins(backend),
  }
  const app = createApp({
    env,
    backend,
    embedded,
    jobs,
    page,
    pageCache: development ? null : openPageCache(await loadBuild()),
    receive: handleUploadSessions(loadBuild, shared, files.uploadSessions, page),
    sales: salesHook(backend, env.salesHookSecret, saleNotices.nudge, page),
    paystack: paystackHook(payments.shop, nudgePayments, page),
    orderFile: orderFile(payments.orderFiles, shared, page),
    simulatorPages: await loadSimulatorPages(payments.shop),
    clicks: receiveClicks(loadBuild, shared, counting, page),
    counting,
  })
  return { fetch: app.fetch, connections, stop: () => services.stop() }
}

/** Creates everything the pages of the site get from the process. */
function createSite(env: Environment, { backend, files, email, analytics, payments, backups }: Dependencies, jobs: Jobs): Site {
  const { disk } = backend
  const { receivingDirectory, uploadSessions, pictures } = files
  const { shop, transfers, orderFiles } = payments
  const service = serviceClient(backend.backend)
  const drawPage = openPageDrawer()
  return {
    url: env.siteUrl,
    secure: env.secure,
    receivingDirectory,
    hasDiskSpace: (bytes) => hasDiskSpace(receivingDirectory, bytes),
    databaseDisk: disk && (() => disk.check()),
    uploadSessions,
    showsMail: isTestMode(env),
    removeDemo: service && isTestMode(env) ? () => removeDemo(service) : null,
    pictures,
    // Its fonts and libraries are loaded when the first paper is drawn.
    drawPaper: async (paper) => (await import('../pictures/draw-paper.ts')).drawPaper(paper),
    readWork: openReader(),
    readText: openTextReader(),
    canStamp: openStampChecker(),
    drawPage,
    sendCounted: analytics.viewsAndClicks.sendNow,
    missedSearches: analytics.missedSearches,
    receiveMessage: service && receiveMessages(service),
    alerts: service && openAlerts(service),
    listTroubles: openSystemTroubles({
      env,
      jobs,
      client: service,
      disk: disk && (() => disk.check()),
      outage: shop?.paystack.outage ?? null,
    }),
    lacksBackupElsewhere: env.areBackupsBesideData && !isTestMode(env),
    backups,
    doctor: {
      findings: (headers) => runChecks(env, backend.backend, headers),
      sendTestMail: (to) => testMail(email.mailer, to, env.siteUrl),
    },
    adminInvitations: service && openAdminInvitations(service),
    secondFactors: service && openSecondFactors(service, env.siteUrl),
    orders: shop && openOrders(shop, env.siteUrl),
    orderReading:
      shop &&
      orderFiles &&
      openOrderReading({
        client: shop.client,
        files: orderFiles,
        directory: path.join(env.dataDirectory, 'books'),
        readBook: openBookReader(),
        drawPage,
      }),
    transfers: shop && openTransfers(shop, transfers),
    bankAccounts: shop && openBankAccounts(shop.client, shop.paystack, shop.banks),
  }
}

/** Opens the counts of all processes of a hosted backend. An embedded backend has this process alone. */
function openSharedCounts(backend: SiteBackend): ReturnType<typeof sharedCounts> | null {
  const client = backend.kind === 'hosted' ? serviceClient(backend) : null
  return client && backend.secretKey ? sharedCounts(client, backend.secretKey) : null
}

/** Loads the pages of Paystack's simulator, which exist only in demo mode. */
async function loadSimulatorPages(shop: PaymentServices | null): Promise<SimulatorPages | null> {
  const simulator = shop?.simulator
  if (!simulator) {
    return null
  }
  const { checkoutPage } = await import('#dev/paystack-simulator/checkout-page.ts')
  return (notHere) => checkoutPage(simulator, notHere)
}
