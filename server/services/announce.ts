import fs from 'node:fs'
import path from 'node:path'
import { passesAddressesOn } from '../backend/visitor-backend.ts'
import { type Environment, isTestMode } from '../environment.ts'
import type { BackendService } from './backend.ts'
import type { Payments } from './payments.ts'

/** Prints where Lamplight is, and which features its settings disable. */
export function announce(env: Environment, { embedded }: BackendService, { shop }: Payments): void {
  console.log(`Lamplight is at ${env.siteUrl}`)
  if (env.siteUrlIsSet) {
    console.log(`It listens on http://${env.host}:${env.port}`)
  }
  const accounts = path.join(env.dataDirectory, 'demo-accounts.json')
  if (embedded && fs.existsSync(accounts)) {
    console.log(`Demo accounts to sign in with: ${path.relative(process.cwd(), accounts)}`)
  }
  if (isTestMode(env)) {
    console.log(`Emails are not sent; read them at ${env.siteUrl}/dev/mail`)
  } else if (!env.smtpUrl) {
    console.warn(`Emails are not sent without SMTP_URL; they are in ${path.join(env.dataDirectory, 'mail')}`)
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
      'Without SUPABASE_SECRET_KEY the emails of the outbox wait, drive copies are not made, and the files of deleted accounts stay',
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
