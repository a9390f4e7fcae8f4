// npm start (and, with --dev, npm run dev): one process that serves the site and, unless SUPABASE_URL is set, its backend.
import './node-env.ts'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import type { ServerType } from '@hono/node-server'
import type { Backend } from '../app/platform/backend.server.ts'
import { lockDataDirectory } from './backend/data-directory-lock.ts'
import { openLocalDoor } from './backend/local-door.ts'
import { serveBackend } from './backend/serve.ts'
import { type EmbeddedBackend, startBackend } from './backend/start.ts'
import { type Environment, readEnvironment } from './environment.ts'
import { createApp, showsMail } from './http/app.ts'
import { serverFor } from './http/listener.ts'
import { type LoadBuild, mailRenderer, siteHandler } from './http/site.ts'
import { authMail, plainText } from './mail/auth-mail.ts'
import { openMailer } from './mail/mailer.ts'
import { openPictures } from './pictures/pictures.ts'
import { seedHosted, seedOnce } from './seed/seed.ts'
import { close, endOnSignal } from './shutdown.ts'
import { embeddedSiteBackend, hostedSiteBackend, type SiteBackend } from './site-backend.ts'
import { sweepDriveCopies } from './work/drive-sweep.ts'
import { sendOutbox } from './work/outbox.ts'

const development = process.argv.includes('--dev')

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}

async function main(): Promise<void> {
  const env = readEnvironment(process.env)
  process.env.DRIVE_DIRECTORY ??= path.join(env.dataDirectory, 'drive')
  const servers: ServerType[] = []
  /** How to give back what this start took, the last first. */
  const giveBack: (() => unknown)[] = [lockDataDirectory(env.dataDirectory)]
  const end = async () => {
    for (const each of giveBack.toReversed()) {
      await each()
    }
  }
  try {
    const { backend, embedded } = await startEverything(env, servers, giveBack)
    endOnSignal(() => servers, end)
    announce(env, embedded)
    giveBack.push(sweepDriveCopies(backend))
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
): Promise<{ backend: SiteBackend; embedded: EmbeddedBackend | null }> {
  const mailer = openMailer(env)
  const { backend, embedded } = await openBackend(env, authMail(mailer))
  if (embedded) {
    giveBack.push(() => embedded.stop())
    if (env.seed) {
      await seedOnce(embedded, env)
    }
  }
  const pictures = openPictures(env.dataDirectory)
  giveBack.push(() => pictures.end())
  const receivingDirectory = emptied(path.join(env.dataDirectory, 'receiving'))

  const dev = development ? await (await import('./development.ts')).startDevelopment() : null
  const loadBuild = dev?.loadBuild ?? (await builtSite())
  const outbox = sendOutbox(backend, mailer, mailRenderer(loadBuild, env.siteUrl))
  giveBack.push(outbox.stop)
  const page = siteHandler(loadBuild, {
    backend: backend satisfies Backend,
    site: {
      url: env.siteUrl,
      secure: env.secure,
      sendMail: (message) => mailer.send({ ...message, text: plainText(message.html) }),
      receivingDirectory,
      showsMail: showsMail(env),
      pictures,
    },
    siteUrl: env.siteUrlIsSet ? env.siteUrl : null,
    development,
    afterForm: outbox.nudge,
  })
  const app = createApp({ env, backend, embedded, page })
  const server = serverFor(app.fetch, { secure: env.secure, serverFor: dev?.serverFor })
  servers.push(server)
  if (embedded) {
    servers.push(await openLocalDoor(embedded, env.dataDirectory))
    if (env.backendPort) {
      servers.push(await serveBackend(embedded, env.backendPort))
    }
  }
  await listen(server, env)
  return { backend, embedded }
}

async function openBackend(
  env: Environment,
  mailer: ReturnType<typeof authMail>,
): Promise<{ backend: SiteBackend; embedded: EmbeddedBackend | null }> {
  if (env.backend.kind === 'hosted') {
    const backend = hostedSiteBackend(env.backend)
    if (env.seed) {
      await seedHosted(backend)
    }
    return { backend, embedded: null }
  }
  const embedded = await startBackend(env, { mailer })
  return { backend: embeddedSiteBackend(embedded, env.siteUrl), embedded }
}

async function builtSite(): Promise<LoadBuild> {
  const build = (await import(path.resolve(import.meta.dirname, '../build/server/index.js'))) as Awaited<ReturnType<LoadBuild>>
  return async () => build
}

/** A directory with nothing in it: what an earlier process was receiving when it ended is of no use. */
function emptied(directory: string): string {
  fs.rmSync(directory, { recursive: true, force: true })
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

function announce(env: Environment, embedded: EmbeddedBackend | null): void {
  console.log(`Lamplight is at ${env.siteUrl}`)
  if (env.siteUrlIsSet) {
    console.log(`It listens on http://${env.host}:${env.port}`)
  }
  const accounts = path.join(env.dataDirectory, 'demo-accounts.json')
  if (embedded && fs.existsSync(accounts)) {
    console.log(`Demo accounts to sign in with: ${path.relative(process.cwd(), accounts)}`)
  }
  if (showsMail(env)) {
    console.log(`Mails are not sent; read them at ${env.siteUrl}/dev/mail`)
  }
  if (env.backend.kind === 'hosted' && !env.backend.secretKey) {
    console.warn('Without SUPABASE_SECRET_KEY the mails of the outbox wait and drive copies are not made')
  }
  if (embedded && env.backendPort) {
    console.log(`The backend answers tools on http://127.0.0.1:${env.backendPort}`)
  }
}
