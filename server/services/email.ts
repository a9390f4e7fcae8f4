import type { Environment } from '../environment.ts'
import type { Job } from '../job-runner/jobs.ts'
import { sendOutbox } from '../jobs/outbox.ts'
import { openMailer } from '../mail/mailer.ts'
import type { Mailer } from '../mail/message.ts'
import { mailRenderer } from '../mail/render.ts'
import type { LoadBuild } from '../site-build.ts'
import type { BackendService } from './backend.ts'
import type { Service } from './services.ts'

export type EmailService = Service & {
  mailer: Mailer
  /** Sends the contents of the outbox now. */
  nudge(): void
}

/** Starts to send the outbox. */
export function startEmail(env: Environment, { backend }: BackendService, job: Job, loadBuild: LoadBuild): EmailService {
  const mailer = openMailer(env)
  const { nudge, stop } = sendOutbox(backend, job, mailer, mailRenderer(loadBuild, env.siteUrl))
  return { mailer, nudge, stop }
}
