import { serve } from '@hono/node-server'
import { openPaystackSimulator } from '#dev/paystack-simulator/simulator.ts'
import { freePort } from './processes.ts'

const secretKey = `sk_test_${'0123456789'.repeat(4)}`
/** Where the site sends buyers; a key of Paystack takes no other address. */
const CHECKOUT = 'https://checkout.paystack.com'

/**
 * Starts the simulator of Paystack as a server on the loopback address, for a Lamplight that is no trial run and so has none of its own.
 * It answers what the site asks, such as the banks and whose account it is. Nobody can pay there, so it sends no event.
 * @returns what the site has to be told, and how the server ends.
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
