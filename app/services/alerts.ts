import type { Enums } from './database.ts'

/** The target of an alert: the words of a search, a topic of the directory, or a subject area. */
export type Wanted = { kind: Enums['alert_kind']; wanted: string }
export type Alert = Wanted & { id: string }

/** The alerts that the link of an email opens. */
export type AlertsSeen = {
  /** The address, of which only its owner recognises the rest. */
  address: string
  expires_at: string
  alerts: Alert[]
  /** The target that the link confirms; null if it was confirmed, or the link confirms nothing. */
  pending: Wanted | null
}

/** Alerts of addresses, for visitors and the links of emails. A call throws when the backend failed. */
export type Alerts = {
  /** Emails an address the link that confirms an alert. The result is the same for every address. */
  request(email: string, wanted: Wanted): Promise<Enums['alert_request']>
  /** Returns the alerts that a token opens; null if it is unknown, or they have ended. */
  look(token: string): Promise<AlertsSeen | null>
  /** Confirms the alert of a token, if it has one, and keeps those of its address for a year. False for an unknown token. */
  confirm(token: string): Promise<boolean>
  /** Ends one alert of a token's address, or all (null). False for an unknown token. */
  end(token: string, alert: string | null): Promise<boolean>
}
