import { href, type RouterContextProvider } from 'react-router'
import { notFound } from '#app/platform/pages/not-found.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import type { Alert, Alerts, Wanted } from '#app/services/alerts.ts'
import { siteContext } from '#app/services/site.server.ts'

type OwnAlert = Alert & { expires_at: string }

/** Returns the user's alerts, oldest first. Throws if the backend failed. */
export async function ownAlerts({ client }: CurrentUser): Promise<OwnAlert[]> {
  const { data } = await client.rpc('own_alerts').throwOnError()
  return data
}

/** A target of alerts, and the number of addresses that want it. */
type WantedFigure = Wanted & { addresses: number; newest: string }

/** Returns what is wanted, the most wanted first. For admins of the catalogue. Throws if the backend failed. */
export async function listWanted({ client }: CurrentUser): Promise<WantedFigure[]> {
  const { data } = await client.rpc('alert_figures').throwOnError()
  return data
}

/**
 * Returns the alerts of addresses.
 * @throws 404 without the secret key of a hosted backend: no email can be sent then.
 */
export function getAlerts(context: Readonly<RouterContextProvider>): Alerts {
  const { alerts } = context.get(siteContext)
  if (!alerts) {
    throw noSuchAlerts()
  }
  return alerts
}

/** Returns the 404 to throw for a token that opens nothing; it is the same for every such one. */
export function noSuchAlerts() {
  return notFound('Nothing is kept under this link', 'These emails have ended, or the link was not confirmed within a day.', {
    to: href('/marketplace'),
    label: 'Browse Materials',
  })
}
