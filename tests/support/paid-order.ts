import { randomBytes } from 'node:crypto'
import type { ServiceClient } from '#server/service-client.ts'
import type { SoldWork } from './sold-work.ts'

/** Records an order that was paid with real money, which the simulator never takes. Returns its reference. */
export async function recordLiveOrder(service: ServiceClient, { id, price }: SoldWork, email: string): Promise<string> {
  const first_token_hash = randomBytes(32).toString('hex')
  const { data: created } = await service
    .rpc('create_order', { material: id, address: email, expected_price: price, mode: 'live', first_token_hash })
    .single()
    .throwOnError()
  const { id: of_order, reference: named } = created
  const payment = { id: '1', status: 'success', reference: named, amount: price * 100, currency: 'NGN', domain: 'live', fees: 0 }
  await service.rpc('settle_order', { of_order, response: payment }).throwOnError()
  return named
}
