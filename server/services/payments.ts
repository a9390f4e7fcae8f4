import path from 'node:path'
import type { Environment } from '../environment.ts'
import type { Jobs } from '../job-runner/jobs.ts'
import type { PeriodicJob } from '../job-runner/periodic.ts'
import { sweepOrders } from '../jobs/orders.ts'
import { watchOutage } from '../jobs/paystack-outage.ts'
import { checkPaystack } from '../jobs/paystack-reconciliation.ts'
import { sweepTransfers } from '../jobs/transfers.ts'
import { OrderFiles } from '../orders/order-files.ts'
import { openPaymentServices, type PaymentServices } from '../paystack/payment-services.ts'
import type { BackendService } from './backend.ts'
import type { EmailService } from './email.ts'
import { type Service, Services } from './services.ts'

/**
 * The services for sales through Paystack. `shop` and `orderFiles` are null where nothing is sold; then the jobs do
 * nothing.
 */
export type Payments = Service & {
  shop: PaymentServices | null
  orders: PeriodicJob
  transfers: PeriodicJob
  orderFiles: OrderFiles | null
}

/** Starts the orders, the transfers, the reconciliation with Paystack and the files of orders. */
export async function startPayments(
  env: Environment,
  { backend }: BackendService,
  jobs: Jobs,
  { nudge }: EmailService,
): Promise<Payments> {
  const services = new Services()
  const shop = await openPaymentServices(backend, env)
  services.add(watchOutage(shop, jobs.add('Paystack')))
  const orders = services.add(sweepOrders(shop, jobs.add('orders'), nudge))
  const transfers = services.add(sweepTransfers(shop, jobs.add('transfers'), nudge))
  services.add(checkPaystack(shop, jobs.add('comparison with Paystack')))
  const orderFiles = shop && new OrderFiles(shop.client, path.join(env.dataDirectory, 'order-files'))
  services.add({ stop: () => orderFiles?.end() })
  return { shop, orders, transfers, orderFiles, stop: () => services.stop() }
}
