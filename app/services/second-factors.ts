/** The account and the session of a verified token. */
export type AccountSession = { userId: string; sessionId: string }

/** A second factor as its owner sees it. */
export type SecondFactor = {
  id: string
  kind: 'app' | 'passkey'
  name: string
  created_at: string
  last_used_at: string | null
}

/** An account's factors, the number of unused recovery codes, and whether this session may change them. */
export type SecondFactorSettings = { factors: SecondFactor[]; recoveryCodes: number; canChange: boolean }

/** Options for the browser's WebAuthn functions, as JSON. */
export type PasskeyOptions = string

/**
 * Result of adding a factor: its recovery codes when it is the first one, to be shown once, or null. `rejected`: the
 * code or the passkey is not right. `expired`: it must be started again. `full`: there are ten, or the passkey is known.
 */
export type Added = { recoveryCodes: string[] | null } | 'rejected' | 'expired' | 'full'

/**
 * Second factors (docs/decisions/0048). Each function throws when the backend fails, and a change throws unless the
 * session has just verified the second factor, or the password if there is none.
 */
export type SecondFactors = {
  /** False where browsers allow no passkeys: on a site at an IP address. */
  hasPasskeys: boolean
  settings(who: AccountSession): Promise<SecondFactorSettings>
  /** Lets a session without a second factor add one within ten minutes, after its password was confirmed. */
  allowSetup(who: AccountSession): Promise<void>
  /** Starts to add an authenticator app. */
  startApp(who: AccountSession): Promise<void>
  /** Returns the key of the app that is being added, and its address for a QR code; null when it expired. */
  appKey(who: AccountSession, email: string): Promise<{ secret: string; uri: string } | null>
  addApp(who: AccountSession, name: string, code: string): Promise<Added>
  /** Starts to add a passkey. The options hold a challenge that is used once. */
  startPasskey(who: AccountSession, email: string): Promise<PasskeyOptions>
  addPasskey(who: AccountSession, name: string, response: string): Promise<Added>
  rename(who: AccountSession, factor: string, name: string): Promise<boolean>
  remove(who: AccountSession, factor: string): Promise<boolean>
  /** Replaces the recovery codes. Returns the new ones, to be shown once. */
  replaceRecoveryCodes(who: AccountSession): Promise<string[]>
  /** Returns the options to sign in with a passkey; null if the account has none. */
  passkeyChallenge(who: AccountSession): Promise<PasskeyOptions | null>
  /** Verifies the session with a passkey. Returns false if it is rejected. */
  verifyPasskey(who: AccountSession, response: string): Promise<boolean>
  /** Verifies the session with a code of an app or a recovery code. */
  verifyCode(who: AccountSession, code: string): Promise<'ok' | 'used' | 'wrong' | 'no recovery code'>
}
