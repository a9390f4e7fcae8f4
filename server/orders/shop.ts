import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { type Environment, isTrial } from '../environment.ts'
import { type BankList, openBankList } from '../paystack/bank-accounts.ts'
import { openPaystack, type Paystack } from '../paystack/client.ts'
import { openStandIn, type StandIn, STAND_IN_ORIGIN } from '../paystack/stand-in/stand-in.ts'
import { type ServiceClient, serviceClient } from '../service-client.ts'
import type { SiteBackend } from '../site-backend.ts'

/** What selling here needs. `standIn` is there in a trial run alone. */
export type Shop = { client: ServiceClient; paystack: Paystack; secretKey: string; banks: BankList; standIn: StandIn | null }

/** Opens selling here: through Paystack with a key, through its stand-in in a trial run, and otherwise not at all. */
export function openShop(backend: SiteBackend, env: Environment): Shop | null {
  const client = serviceClient(backend)
  if (client === null || (env.paystack === null && !isTrial(env))) {
    return null
  }
  if (env.paystack !== null) {
    const paystack = openPaystack(env.paystack)
    return { client, paystack, secretKey: env.paystack.secretKey, banks: openBankList(paystack), standIn: null }
  }
  // No key that anybody knows: nobody else can sign an event.
  const secretKey = `sk_test_${randomBytes(20).toString('hex')}`
  const standIn = openStandIn({
    secretKey,
    siteUrl: env.siteUrl,
    file: path.join(env.dataDirectory, 'paystack-stand-in.json'),
    async tell(raw, signature) {
      const answer = await fetch(`http://${env.host.includes(':') ? '[::1]' : '127.0.0.1'}:${env.port}/hooks/paystack`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-paystack-signature': signature },
        body: raw,
      })
      await answer.body?.cancel()
    },
  })
  const paystack = openPaystack({ url: STAND_IN_ORIGIN, secretKey, fetch: standIn.fetch, checkoutOrigin: env.siteUrl })
  return { client, paystack, secretKey, banks: openBankList(paystack), standIn }
}
