import type { Enums } from '#app/services/database.ts'
import type { Wanted } from '#app/services/alerts.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'

/** Adds an alert for the address of the user's account. Throws if the backend failed. */
export async function addOwnAlert({ client }: CurrentUser, wanted: Wanted): Promise<Enums['alert_request']> {
  const { data } = await client.rpc('add_own_alert', wanted).throwOnError()
  return data
}

/** Ends an alert of the user; one of someone else is left alone. Throws if the backend failed. */
export async function endOwnAlert({ client }: CurrentUser, alert: string): Promise<void> {
  await client.rpc('end_own_alert', { alert }).throwOnError()
}

/** Keeps the user's alerts for a year from now. Throws if the backend failed. */
export async function renewOwnAlerts({ client }: CurrentUser): Promise<void> {
  await client.rpc('renew_own_alerts').throwOnError()
}
