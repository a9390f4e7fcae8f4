import { log } from '#app/platform/log/log.server.ts'
import fs from 'node:fs'
import path from 'node:path'
import { passesAddressesOn } from '../backend/visitor-backend.ts'
import { type Environment, isTestMode } from '../environment.ts'
import type { BackendService } from './backend.ts'
import type { Payments } from './payments.ts'

/** Prints where Lamplight is, and which features its settings disable. */
export function announce(env: Environment, { embedded }: BackendService, { shop }: Payments): void {
  log.info({ event: 'site.listening' }, `Lamplight is at ${env.siteUrl}`)
  if (env.siteUrlIsSet) {
    log.info({ event: 'site.address' }, `It listens on http://${env.host}:${env.port}`)
  }
  const accounts = path.join(env.dataDirectory, 'demo-accounts.json')
  if (embedded && fs.existsSync(accounts)) {
    log.info({ event: 'site.demo_accounts' }, `Demo accounts to sign in with: ${path.relative(process.cwd(), accounts)}`)
  }
  if (isTestMode(env)) {
    log.info({ event: 'email.not_sent' }, `Emails are not sent; read them at ${env.siteUrl}/dev/mail`)
  } else if (!env.smtpUrl) {
    log.warn(
      { event: 'email.not_sent' },
      `Emails are not sent without SMTP_URL; they are in ${path.join(env.dataDirectory, 'mail')}`,
    )
  }
  if (shop) {
    log.info(
      { event: 'payments.enabled' },
      shop.simulator
        ? 'Works are sold through a simulator of Paystack: this is a trial, and no money moves'
        : `Works are sold through Paystack with a ${shop.paystack.domain} key; its webhook is ${env.siteUrl}/hooks/paystack`,
    )
  }
  if (env.backend.kind === 'hosted' && !env.backend.secretKey) {
    log.warn(
      { event: 'backend.no_secret_key' },
      'Without SUPABASE_SECRET_KEY the emails of the outbox wait, drive copies are not made, and the files of deleted accounts stay',
    )
  }
  if (env.backend.kind === 'hosted' && !passesAddressesOn(env.backend)) {
    log.warn(
      { event: 'backend.shared_limits' },
      'Without a SUPABASE_SECRET_KEY that begins with sb_secret_ the limits of the project count all visitors as one',
    )
  }
  if (env.secure && env.trustedProxies.length === 0) {
    log.warn(
      { event: 'proxy.not_trusted' },
      'Without TRUSTED_PROXIES all who come through the proxy count as one visitor, and share one limit',
    )
  }
  if (embedded && env.backendPort) {
    log.info({ event: 'backend.listening' }, `The backend answers tools on http://127.0.0.1:${env.backendPort}`)
  }
}
