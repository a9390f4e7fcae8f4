import { randomBytes } from 'node:crypto'
import path from 'node:path'
import type { PaystackSimulator } from '#dev/paystack-simulator/simulator.ts'
import { type Environment, isTestMode } from '../environment.ts'
import { type BankList, openBankList } from './bank-accounts.ts'
import { openPaystack, type Paystack } from './client.ts'
import { type ServiceClient, serviceClient } from '../service-client.ts'
import type { SiteBackend } from '../backend/site-backend.ts'

/** The services for sales here. `simulator` exists only in demo mode. */
export type PaymentServices = {
  client: ServiceClient
  paystack: Paystack
  secretKey: string
  banks: BankList
  simulator: PaystackSimulator | null
}

/** Opens sales here: through Paystack with a key, through its simulator in demo mode, and otherwise not at all. */
export async function openPaymentServices(backend: SiteBackend, env: Environment): Promise<PaymentServices | null> {
  const client = serviceClient(backend)
  if (client === null || (env.paystack === null && !isTestMode(env))) {
    return null
  }
  if (env.paystack !== null) {
    const paystack = openPaystack(env.paystack)
    return { client, paystack, secretKey: env.paystack.secretKey, banks: openBankList(paystack), simulator: null }
  }
  // The simulator is loaded here, so that a site with a key never runs it.
  const { openPaystackSimulator, SIMULATOR_ORIGIN } = await import('#dev/paystack-simulator/simulator.ts')
  // The key is random, so that no attacker can sign an event.
  const secretKey = `sk_test_${randomBytes(20).toString('hex')}`
  const simulator = openPaystackSimulator({
    secretKey,
    siteUrl: env.siteUrl,
    file: path.join(env.dataDirectory, 'paystack-simulator.json'),
    async tell(raw, signature) {
      const response = await fetch(`http://${env.host.includes(':') ? '[::1]' : '127.0.0.1'}:${env.port}/hooks/paystack`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-paystack-signature': signature },
        body: raw,
      })
      await response.body?.cancel()
    },
  })
  const paystack = openPaystack({ url: SIMULATOR_ORIGIN, secretKey, fetch: simulator.fetch, checkoutOrigin: env.siteUrl })
  return { client, paystack, secretKey, banks: openBankList(paystack), simulator }
}
