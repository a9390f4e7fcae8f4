import { randomBytes } from 'node:crypto'
import { openPaystack, type Paystack } from '#server/paystack/client.ts'

/** Paystack's simulator as the history uses it. The site's simulator later reads these payments from its file. */
export type DemoCheckout = {
  paystack: Paystack
  siteUrl: string
  /** Pays on the page at this address. */
  pay(address: string): void
  dispute(address: string): void
}

export async function openDemoCheckout(file: string, siteUrl: string): Promise<DemoCheckout> {
  // Loaded here, so that a site without a demo never runs it.
  const { openPaystackSimulator, SIMULATOR_ORIGIN } = await import('#dev/paystack-simulator/simulator.ts')
  const secretKey = `sk_test_${randomBytes(20).toString('hex')}`
  const simulator = openPaystackSimulator({ secretKey, siteUrl, file, tell: async () => {} })
  const getCode = (address: string) => address.slice(address.lastIndexOf('/') + 1)
  return {
    siteUrl,
    paystack: openPaystack({ url: SIMULATOR_ORIGIN, secretKey, fetch: simulator.fetch, checkoutOrigin: siteUrl }),
    pay: (address) => void simulator.act(getCode(address), 'pay'),
    dispute: (address) => void simulator.dispute(getCode(address), 'dispute'),
  }
}
