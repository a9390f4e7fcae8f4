import { serve } from '@hono/node-server'
import { openPaystackSimulator } from '#dev/paystack-simulator/simulator.ts'
import { freePort } from './processes.ts'

const secretKey = `sk_test_${'0123456789'.repeat(4)}`
/** The address to which the site sends buyers; a Paystack key allows no other. */
const CHECKOUT = 'https://checkout.paystack.com'

/**
 * Starts simulated Paystack as a server on the loopback address, for an app that is not in demo mode and so has none of
 * its own. It answers the site's requests, such as the banks and the account holder. Nobody can pay there, so it sends
 * no event.
 * @returns the site's environment, and a function that ends the server.
 */
export async function startPaystack() {
  const simulator = openPaystackSimulator({ secretKey, siteUrl: CHECKOUT, file: null, tell: async () => {} })
  const port = await freePort()
  const server = serve({ fetch: (request) => simulator.fetch(request), port, hostname: '127.0.0.1' })
  return {
    variables: { PAYSTACK_SECRET_KEY: secretKey, PAYSTACK_URL: `http://127.0.0.1:${port}` },
    stop: () => void server.close(),
  }
}
