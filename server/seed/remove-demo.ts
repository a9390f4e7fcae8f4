import type { Enums } from '#app/services/database.ts'
import type { ServiceClient } from '../service-client.ts'

/** Sentences for the admin, by the result of `remove_demo`. */
const reasons = {
  no_demo: 'There is no demo here.',
  real_sales: 'A sale here is not part of the demo, so its ledger stays. Start with another DATA_DIR instead.',
  no_other_admin: 'The only admin belongs to the demo. Sign up with your own address, then run npm run make-admin with it.',
} satisfies Record<Exclude<Enums['demo_removal'], 'ok'>, string>

/**
 * Deletes the demo's people, works, sales and visits (public.remove_demo).
 * @returns null, or why nothing was removed.
 * @throws when the backend fails.
 */
export async function removeDemo(client: ServiceClient): Promise<string | null> {
  const { data: outcome } = await client.rpc('remove_demo').throwOnError()
  return outcome === 'ok' ? null : reasons[outcome]
}
