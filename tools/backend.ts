// npm run backend: serves only the embedded backend, on 127.0.0.1, for the site or any supabase-js client.
import path from 'node:path'
import type { ServerType } from '@hono/node-server'
import { openControlSocket } from '#server/backend/control-socket.ts'
import { serveBackend } from '#server/backend/serve.ts'
import { startBackend } from '#server/backend/start.ts'
import { readEnvironment } from '#server/environment.ts'
import { authMail } from '#server/mail/auth-mail.ts'
import { openMailer } from '#server/mail/mailer.ts'
import { seedOnce } from '#server/seed/seed.ts'
import { lockData } from '#server/services/backend.ts'
import { Services } from '#server/services/services.ts'
import { endOnSignal } from '#server/shutdown.ts'
import { fail } from '#server/fail.ts'

try {
  const env = readEnvironment(process.env)
  if (env.backend.kind === 'hosted') {
    throw new Error('npm run backend serves the embedded backend; unset SUPABASE_URL')
  }
  const services = new Services()
  services.add(lockData(env))
  const backend = services.add(await startBackend(env, { mailer: authMail(openMailer(env)) }))
  await seedOnce(backend, env)
  const port = env.backendPort ?? 54321
  const servers: ServerType[] = []
  // Register before listening, so that a signal after the first response always closes the database and releases the
  // lock.
  endOnSignal(servers, () => services.stop())
  servers.push(await serveBackend(backend, port), await openControlSocket(backend, env.dataDirectory))
  console.log(`The backend answers on http://127.0.0.1:${port}`)
  console.log(`Its keys are in ${path.join(env.dataDirectory, 'backend-keys.json')}`)
} catch (error) {
  fail(error)
}
