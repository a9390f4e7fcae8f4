import type { Site } from '../../platform/backend.server.ts'
import { accountExists } from '../../emails/account-exists.tsx'

const AN_HOUR_MS = 60 * 60 * 1000
const MOST_REMEMBERED = 10_000
const mailed = new Map<string, number>()

/** Tells the owner of an address that somebody signed up with it again, once an hour at most; the page does not wait for it. */
export function mailToKnownAddress(site: Site, address: string): void {
  const to = address.toLowerCase()
  if (Date.now() - (mailed.get(to) ?? 0) < AN_HOUR_MS) {
    return
  }
  mailed.delete(to)
  mailed.set(to, Date.now())
  if (mailed.size > MOST_REMEMBERED) {
    mailed.delete(mailed.keys().next().value as string)
  }
  site.sendMail({ to, ...accountExists({ siteUrl: site.url }) }).catch((error: unknown) => {
    console.error(`A mail could not be handed over: ${error instanceof Error ? error.message : String(error)}`)
  })
}
