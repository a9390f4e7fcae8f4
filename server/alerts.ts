import * as v from 'valibot'
import type { Alerts } from '#app/services/alerts.ts'
import { enums } from '#app/services/database.ts'
import { looksLikeToken } from '#app/services/orders.ts'
import type { ServiceClient } from './service-client.ts'
import { hashToken } from './token-hash.ts'

const wanted = { kind: v.picklist(enums.alert_kind), wanted: v.string() }
/** The response of public.alerts_by_token. */
const seen = v.nullable(
  v.object({
    address: v.string(),
    expires_at: v.string(),
    alerts: v.array(v.object({ id: v.string(), ...wanted })),
    pending: v.nullable(v.object(wanted)),
  }),
)

/** Opens the alerts of addresses (docs/decisions/0059). */
export function openAlerts(client: ServiceClient): Alerts {
  return {
    async request(address, { kind, wanted: words }) {
      const { data } = await client.rpc('request_alert', { address, kind, wanted: words }).throwOnError()
      return data
    },

    async look(token) {
      if (!looksLikeToken(token)) {
        return null
      }
      const { data } = await client.rpc('alerts_by_token', { hash: hashToken(token) }).throwOnError()
      return v.parse(seen, data)
    },

    async confirm(token) {
      const { data } = await client.rpc('confirm_alerts', { hash: hashToken(token) }).throwOnError()
      return data
    },

    async end(token, alert) {
      const { data } = await client.rpc('end_alerts', { hash: hashToken(token), ...(alert !== null && { alert }) }).throwOnError()
      return data
    },
  }
}
