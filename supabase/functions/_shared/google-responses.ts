import * as v from 'valibot'

/** A request to Google with the access token. */
export type Ask = (address: string, init?: RequestInit & { body?: string | Uint8Array<ArrayBuffer> }) => Promise<Response>

/** Longer requested delays are left to a later round. */
export const LONGEST_WAIT_MS = 30_000

/** Returns 1, 2, 4 … seconds plus up to one random second, so that many workers do not retry at once. */
export const backOff = (failures: number): number => Math.min(2 ** (failures - 1) * 1000 + Math.random() * 1000, LONGEST_WAIT_MS)

const failure = v.object({
  error: v.object({
    message: v.optional(v.string(), ''),
    errors: v.optional(v.array(v.object({ reason: v.optional(v.string(), '') })), []),
  }),
})

/** Reason for Google's rejection: its code and message. Both are empty if missing. */
export type Reason = { status: number; reason: string; message: string }

/** Reads the response to its end. */
export async function getReason(response: Response): Promise<Reason> {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), failure), await response.text())
  const { errors, message } = parsed.success ? parsed.output.error : { errors: [], message: '' }
  return { status: response.status, reason: errors[0]?.reason ?? '', message }
}

const SLOW_DOWN = new Set(['rateLimitExceeded', 'userRateLimitExceeded', 'sharingRateLimitExceeded'])

/** Returns true if the same request may succeed a little later. */
export function isTemporary({ status, reason }: Reason): boolean {
  return status === 429 || status === 408 || status >= 500 || (status === 403 && SLOW_DOWN.has(reason))
}

/** Returns a message for the admin: what Google rejected and how to fix it. */
export function describeRejection(
  { status, reason, message }: Reason,
  { account, folder }: { account: string; folder: string },
): string {
  const theirs = message ? ` (Google: ${message.slice(0, 200)})` : ''
  switch (reason) {
    case 'storageQuotaExceeded':
      return `The drive is full, or DRIVE_FOLDER lies in the drive of one person, where a service account has no space of its own. Use a folder of a shared drive, or set DRIVE_ON_BEHALF_OF${theirs}`
    case 'teamDriveFileLimitExceeded':
    case 'numChildrenInNonRootLimitExceeded':
    case 'activeItemCreationLimitExceeded':
      return `The folder or shared drive holds as many files as Google allows. Make a new one and set DRIVE_FOLDER to it${theirs}`
    case 'insufficientFilePermissions':
    case 'insufficientParentPermissions':
    case 'teamDriveMembershipRequired':
    case 'forbidden':
      return `${account} may not write into DRIVE_FOLDER (${folder}). Share it with this address as Content manager or Manager${theirs}`
    case 'accessNotConfigured':
    case 'SERVICE_DISABLED':
      return `The Google Drive API is not switched on in the project of ${account}. Switch it on in the Cloud console${theirs}`
    case 'dailyLimitExceeded':
      return `Google's limit of requests for this day is reached; it goes on tomorrow${theirs}`
    case 'domainPolicy':
      return `The administrator of your Workspace does not let ${account} in${theirs}`
    case 'rateLimitExceeded':
    case 'userRateLimitExceeded':
      return `Google asks for fewer requests; it is tried again later${theirs}`
    default:
      return status === 404
        ? `${account} sees no DRIVE_FOLDER ${folder}. Is it the right one, and shared with this address?${theirs}`
        : status === 401
          ? `Google does not take the access token of ${account}${theirs}`
          : status === 429
            ? `Google asks for fewer requests; it is tried again later${theirs}`
            : `Google Drive answered ${status}${reason ? ` ${reason}` : ''}${theirs}`
  }
}

/** Returns the delay in milliseconds that a response asks for, or null. */
export function getRetryDelay(response: Response): number | null {
  const header = response.headers.get('retry-after')
  if (header === null) {
    return null
  }
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, seconds) * 1000 : null
}
