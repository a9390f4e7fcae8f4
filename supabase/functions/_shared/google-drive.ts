import { createHash } from 'node:crypto'
import * as v from 'valibot'
import type { Copy, Drive } from './drive.ts'
import { type AccountKey, googleAccount, readAccountKey } from './google-account.ts'
import {
  type Ask,
  getRetryDelay,
  backOff,
  describeRejection,
  LONGEST_WAIT_MS,
  isTemporary,
  getReason,
} from './google-responses.ts'
import { getChunks, sendInChunks } from './google-upload.ts'

export type GoogleSettings = {
  account: AccountKey
  /** Id of the folder or shared drive. */
  folder: string
  onBehalfOf: string | null
  /** Google's addresses, except in tests. */
  api: string
}

/**
 * Parses DRIVE_ACCOUNT, DRIVE_FOLDER and DRIVE_ON_BEHALF_OF.
 * @throws {Error} naming the invalid one.
 */
export function googleSettings(env: Record<string, string | undefined>): GoogleSettings {
  const account = readAccountKey(env.DRIVE_ACCOUNT ?? '')
  const input = env.DRIVE_FOLDER ?? ''
  const folder = input.match(/\/folders\/([\w-]{10,})/)?.[1] ?? input.match(/^[\w-]{10,}$/)?.[0]
  if (!folder) {
    throw new Error('DRIVE_FOLDER has to be the address or id of a folder in Google Drive, together with DRIVE_ACCOUNT')
  }
  return { account, folder, onBehalfOf: env.DRIVE_ON_BEHALF_OF || null, api: env.DRIVE_API || 'https://www.googleapis.com' }
}

const MAX_TRIES = 5
const PATIENCE_MS = 60_000
/** After this time another worker may claim the copy (claim_drive_copy leases it for 300 s). */
const LONGEST_PUT_MS = 270_000

const found = v.object({
  nextPageToken: v.optional(v.string()),
  files: v.array(v.object({ id: v.string(), sha256Checksum: v.optional(v.string()), createdTime: v.optional(v.string(), '') })),
})
const folderSeen = v.object({
  driveId: v.optional(v.string()),
  capabilities: v.optional(v.object({ canAddChildren: v.optional(v.boolean(), true) }), {}),
})
const createdFile = v.object({ id: v.string(), sha256Checksum: v.optional(v.string()) })
type Found = v.InferOutput<typeof found>['files'][number]

/**
 * Stores copies in a Google Drive folder or shared drive with a service account. Each copy has its reference and upload
 * in appProperties, so that a copy whose worker was killed after the last chunk is found and not stored again
 * (docs/decisions/0035).
 */
export function googleDrive({ account: key, folder, onBehalfOf, api }: GoogleSettings, wait = sleep): Drive {
  const account = googleAccount(key, onBehalfOf)
  const names = { account: onBehalfOf ?? account.email, folder }
  const fail = async (response: Response): Promise<never> => {
    throw new Error(describeRejection(await getReason(response), names))
  }

  /** Sends a request once; renews an access token that Google rejects. */
  const askOnce: Ask = async (address, init = {}) => {
    const send = async () => {
      const headers = new Headers(init.headers)
      headers.set('authorization', `Bearer ${await account.token()}`)
      return fetch(address, { ...init, headers, signal: AbortSignal.timeout(PATIENCE_MS) })
    }
    const response = await send()
    if (response.status !== 401) {
      return response
    }
    await response.body?.cancel()
    account.reset()
    return send()
  }
  /** Retries idempotent requests while the rejection may be temporary. */
  const ask: Ask = async (address, init) => {
    for (let tries = 1; ; tries += 1) {
      const response = await askOnce(address, init)
      if (response.ok || tries >= MAX_TRIES || !isTemporary(await getReason(response.clone()))) {
        return response
      }
      const pause = getRetryDelay(response) ?? backOff(tries)
      if (pause > LONGEST_WAIT_MS) {
        return response
      }
      await response.body?.cancel()
      await wait(pause)
    }
  }
  /**
   * Sends a request and parses the response.
   * @throws {Error} the rejection as a message.
   */
  async function read<T>(schema: v.GenericSchema<unknown, T>, address: string): Promise<T> {
    const response = await ask(`${api}/drive/v3/${address}`)
    return response.ok ? v.parse(schema, await response.json()) : fail(response)
  }

  async function seeFolder() {
    return read(
      folderSeen,
      `files/${folder}?${new URLSearchParams({ fields: 'driveId,capabilities/canAddChildren', supportsAllDrives: 'true' })}`,
    )
  }

  /** Returns the copies of a reference that are not in the bin, the oldest first. */
  async function getCopies(reference: string, driveId: string | undefined): Promise<Found[]> {
    const q = `appProperties has { key='lamplight_copy' and value='${getMark(reference)}' } and trashed = false`
    const files: Found[] = []
    let pageToken: string | undefined
    do {
      const page = await read(
        found,
        `files?${new URLSearchParams({
          q,
          fields: 'nextPageToken,files(id,sha256Checksum,createdTime)',
          supportsAllDrives: 'true',
          includeItemsFromAllDrives: 'true',
          ...(driveId ? { corpora: 'drive', driveId } : { corpora: 'user' }),
          ...(pageToken && { pageToken }),
        })}`,
      )
      files.push(...page.files)
      pageToken = page.nextPageToken
    } while (pageToken)
    return files.toSorted((one, other) => one.createdTime.localeCompare(other.createdTime) || one.id.localeCompare(other.id))
  }

  async function make(copy: Copy, content: () => AsyncIterable<Uint8Array>): Promise<string> {
    const started = await ask(
      `${api}/upload/drive/v3/files?${new URLSearchParams({ uploadType: 'resumable', supportsAllDrives: 'true', fields: 'id,sha256Checksum' })}`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=UTF-8', 'x-upload-content-type': copy.type },
        body: JSON.stringify({
          name: getName(copy),
          parents: [folder],
          appProperties: { lamplight_copy: getMark(copy.reference), lamplight_upload: copy.uploadId },
        }),
      },
    )
    const session = started.headers.get('location')
    if (!started.ok || !session) {
      return fail(started)
    }
    await started.body?.cancel()
    const last = await sendInChunks(askOnce, session, getChunks(content()), { wait, until: Date.now() + LONGEST_PUT_MS })
    if (!last.ok) {
      return fail(last)
    }
    const created = v.parse(createdFile, await last.json())
    if (created.sha256Checksum && created.sha256Checksum !== copy.sha256) {
      await removeFile(created.id)
      throw new Error('Google Drive has other bytes than were sent; the copy was removed')
    }
    return created.id
  }

  /**
   * In a shared drive only a Manager may delete permanently; others use the bin, which Google empties after thirty
   * days.
   */
  async function removeFile(id: string): Promise<void> {
    const address = `${api}/drive/v3/files/${id}?supportsAllDrives=true`
    let response = await ask(address, { method: 'DELETE' })
    if (response.status === 403) {
      await response.body?.cancel()
      response = await ask(address, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ trashed: true }),
      })
    }
    if (!response.ok && response.status !== 404) {
      await fail(response)
    }
    await response.body?.cancel()
  }

  return {
    kind: 'google',
    async put(copy, content) {
      const { driveId } = await seeFolder()
      const isRight = ({ sha256Checksum }: Found) => sha256Checksum === copy.sha256
      const before = await getCopies(copy.reference, driveId)
      const stored = before.find(isRight)?.id ?? (await make(copy, content))
      // An older file of the same name, or the copy of a worker that was presumed dead.
      const all = await getCopies(copy.reference, driveId)
      const stays = all.find(isRight)?.id ?? stored
      for (const { id } of all.filter((each) => each.id !== stays)) {
        await removeFile(id)
      }
    },
    async remove(reference) {
      const { driveId } = await seeFolder()
      for (const { id } of await getCopies(reference, driveId)) {
        await removeFile(id)
      }
    },
    async check() {
      const { capabilities } = await seeFolder()
      if (!capabilities.canAddChildren) {
        throw new Error(describeRejection({ status: 403, reason: 'insufficientParentPermissions', message: '' }, names))
      }
    },
  }
}

/** The value of an appProperty has 124 bytes including its key, so a reference does not fit. */
const getMark = (reference: string): string => createHash('sha256').update(reference).digest('hex').slice(0, 48)

/** Returns the original title, which Google accepts in any script; two files may have the same name. */
function getName({ title, ending }: Copy): string {
  const plain = title
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ')
    .trim()
    .slice(0, 200)
    // The cut may split a surrogate pair.
    .toWellFormed()
    .replace(/\uFFFD$/, '')
    .trim()
  return `${plain || 'Untitled work'}.${ending}`
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
