// Google Drive against a server with the documented protocol and rejections (tests/support/google-drive.ts).
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type GoogleDouble, openGoogleDouble, rejectionFrom } from '../../../tests/support/google-drive.ts'
import type { Copy, Drive } from './drive.ts'
import { googleDrive, googleSettings } from './google-drive.ts'

const MEBIBYTE = 1024 * 1024
const CHUNK = 4 * MEBIBYTE

let google: GoogleDouble
let drive: Drive
/** Delays of the drive in milliseconds; no test waits for them. */
let waits: number[]
beforeEach(async () => {
  google = await openGoogleDouble()
  waits = []
  drive = getDrive({})
})
afterEach(() => google.end())

const getDrive = (more: Record<string, string>) =>
  googleDrive(googleSettings({ ...google.settings, ...more }), async (ms) => void waits.push(ms))

const getHash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const getCopy = (bytes: Uint8Array, more: Partial<Copy> = {}): Copy => ({
  reference: '0b6f1c5e-1111-4222-8333-444455556666-Care-of-a-client.pdf',
  uploadId: '0b6f1c5e-1111-4222-8333-444455556666',
  title: 'Care of a client: Ìbàdàn',
  ending: 'pdf',
  type: 'application/pdf',
  sha256: getHash(bytes),
  ...more,
})
/** Returns the bytes in chunks of an odd size, as from a network; counts how often they are read. */
let opened = 0
beforeEach(() => {
  opened = 0
})
const inParts = (bytes: Uint8Array) =>
  async function* () {
    opened += 1
    for (let at = 0; at < bytes.length; at += 77_777) {
      yield bytes.subarray(at, at + 77_777)
    }
  }
const put = (bytes: Uint8Array, more: Partial<Copy> = {}, by = drive) => by.put(getCopy(bytes, more), inParts(bytes))

describe('copies', () => {
  test.each([
    ['a byte', 1],
    ['less than a chunk', 300_000],
    ['exactly a chunk', CHUNK],
    ['two chunks and a byte', 2 * CHUNK + 1],
    ['the largest file', 50 * MEBIBYTE],
  ])('stores %s completely in chunks under a readable name', async (_what, size) => {
    const bytes = randomBytes(size)
    await put(bytes)
    expect(google.files()).toMatchObject([
      {
        name: 'Care of a client: Ìbàdàn.pdf',
        mimeType: 'application/pdf',
        appProperties: { lamplight_upload: '0b6f1c5e-1111-4222-8333-444455556666' },
      },
    ])
    expect(google.files()[0]?.bytes.equals(bytes)).toBe(true)
    expect(google.asked(/^PUT \/session/)).toHaveLength(Math.ceil(size / CHUNK))
    expect(google.tokens()).toBe(1)
  })

  test('names copies of titles without letters or with unsafe characters', async () => {
    const bytes = randomBytes(10)
    await put(bytes, { title: '\u202e\n', reference: 'one' })
    await put(bytes, { title: `a\u0000b\tc ${'x'.repeat(300)}`, reference: 'two' })
    await put(bytes, { title: `${'x'.repeat(199)}🩺`, reference: 'three' })
    expect(google.files().map(({ name }) => name)).toEqual([
      'Untitled work.pdf',
      `a b c ${'x'.repeat(194)}.pdf`,
      `${'x'.repeat(199)}.pdf`,
    ])
  })

  test('stores a copy once without reading its content again', async () => {
    const bytes = randomBytes(1000)
    await put(bytes)
    await put(bytes)
    await put(bytes, {}, getDrive({}))
    expect(google.files()).toHaveLength(1)
    expect(opened).toBe(1)
  })

  test('replaces the copy of a replaced file and no others', async () => {
    await put(randomBytes(1000), { reference: 'another' })
    await put(randomBytes(1000))
    const better = randomBytes(1000)
    await put(better)
    expect(google.files().map((file) => getHash(file.bytes))).toContain(getHash(better))
    expect(google.files()).toHaveLength(2)
  })

  test('stores one file when two workers put it at once', async () => {
    const bytes = randomBytes(1000)
    await Promise.all([put(bytes), put(bytes, {}, getDrive({})), put(bytes, {}, getDrive({}))])
    await put(bytes)
    expect(google.files()).toHaveLength(1)
  })

  test('stores nothing and cancels the session when the content fails', async () => {
    const bytes = randomBytes(9 * MEBIBYTE)
    async function* broken() {
      yield* inParts(bytes)()
      throw new Error('the stored file is not the one that was sent')
    }
    await expect(drive.put(getCopy(bytes), broken)).rejects.toThrow('not the one that was sent')
    expect(google.files()).toEqual([])
    expect(google.asked(/^DELETE \/session/)).toHaveLength(1)
  })

  test('removes a copy whose bytes differ from the sent ones', async () => {
    const bytes = randomBytes(1000)
    await expect(put(bytes, { sha256: getHash(randomBytes(1000)) })).rejects.toThrow('other bytes than were sent')
    expect(google.files()).toEqual([])
  })
})

describe('failures during a copy', () => {
  const bytes = randomBytes(10 * MEBIBYTE)
  const arrived = () => google.files().map((file) => getHash(file.bytes))

  test.each([
    ['a connection that breaks before the chunk', 'cut'],
    ['a connection that breaks after the chunk was stored', 'cut after it was kept'],
    ['a server error', { status: 503 }],
    ['a limit of requests', rejectionFrom(403, 'userRateLimitExceeded')],
    ['another limit of requests', rejectionFrom(429, 'rateLimitExceeded')],
  ] as const)('completes the copy after %s by querying the progress', async (_what, response) => {
    google.fail(/^PUT \/session bytes 4194304-/, 1, response)
    await put(bytes)
    expect(arrived()).toEqual([getHash(bytes)])
    expect(google.asked(/^PUT \/session bytes \*\/\*$/)).toHaveLength(1)
    expect(opened).toBe(1)
  })

  test('does not create a second file when the response to the last chunk is lost', async () => {
    google.fail(/^PUT \/session bytes 8388608-/, 1, 'cut after it was kept')
    await put(bytes)
    expect(arrived()).toEqual([getHash(bytes)])
    expect(google.asked(/^PUT \/session bytes \*\/10485760$/)).toHaveLength(1)
  })

  test('resends only the rest of a partly stored chunk', async () => {
    google.fail(/^PUT \/session bytes 0-/, 1, { keepBytes: MEBIBYTE })
    await put(bytes)
    expect(arrived()).toEqual([getHash(bytes)])
    expect(google.asked(/^PUT \/session bytes 1048576-4194303\/\*$/)).toHaveLength(1)
  })

  test('finds the copy of a worker that was killed after the last chunk', async () => {
    google.fail(/^GET \/drive\/v3\/files$/, 1, { status: 200, body: { files: [] } })
    await put(bytes)
    opened = 0
    await put(bytes, {}, getDrive({}))
    expect(opened).toBe(0)
    expect(arrived()).toEqual([getHash(bytes)])
  })

  test('fails on a lost session and starts again on the next attempt', async () => {
    google.fail(/^PUT \/session bytes 4194304-/, 1, rejectionFrom(404, 'notFound'))
    await expect(put(bytes)).rejects.toThrow()
    await put(bytes)
    expect(arrived()).toEqual([getHash(bytes)])
  })

  test('waits for Retry-After up to half a minute and leaves longer delays to a later round', async () => {
    google.fail(/^GET \/drive\/v3\/files\/folder/, 1, {
      ...rejectionFrom(429, 'rateLimitExceeded'),
      headers: { 'retry-after': '7' },
    })
    await put(bytes)
    expect(waits).toEqual([7000])
    google.fail(/^GET \/drive\/v3\/files\/folder/, 1, {
      ...rejectionFrom(429, 'rateLimitExceeded'),
      headers: { 'retry-after': '600' },
    })
    await expect(put(bytes)).rejects.toThrow('Google asks for fewer requests; it is tried again later')
    expect(waits).toEqual([7000])
  })

  test('gives up with a message after a few attempts with growing delays when Google is unavailable', async () => {
    google.fail(/^PUT \/session/, 100, { status: 503 })
    await expect(put(bytes)).rejects.toThrow('Google Drive does not accept the next chunk')
    expect(waits.length).toBeLessThan(10)
    expect(waits).toEqual(waits.toSorted((one, other) => one - other))
    expect(google.files()).toEqual([])
  })

  test('renews an access token that expires early, also between two chunks', async () => {
    await put(randomBytes(10), { reference: 'before' })
    google.endTokens()
    await put(bytes)
    expect(google.tokens()).toBe(2)
    google.fail(/^PUT \/session bytes 4194304-/, 1, rejectionFrom(401, 'authError'))
    await put(randomBytes(10 * MEBIBYTE), { reference: 'third' })
    expect(google.files()).toHaveLength(3)
  })
})

describe('messages to the admin', () => {
  const bytes = randomBytes(10)
  test.each<[string, () => void, RegExp]>([
    [
      'a folder in the drive of a person',
      () => (google.lies = 'drive of a person'),
      /no space of its own\. Use a folder of a shared drive/,
    ],
    [
      'a folder that was not shared',
      () => (google.role = 'nobody'),
      /copies@lamplight\.iam\S+ sees no DRIVE_FOLDER folder0123456789/,
    ],
    [
      'a folder that was shared for reading',
      () => (google.role = 'viewer'),
      /may not write into DRIVE_FOLDER .* Share it with this address/,
    ],
    [
      'an API that is not switched on',
      () => google.fail(/^GET \/drive/, 1, rejectionFrom(403, 'accessNotConfigured')),
      /The Google Drive API is not switched on in the project of copies@/,
    ],
    [
      'a drive with too many files',
      () => google.fail(/^POST \/upload/, 1, rejectionFrom(403, 'teamDriveFileLimitExceeded')),
      /holds as many files as Google allows/,
    ],
    [
      'a limit of the day',
      () => google.fail(/^POST \/upload/, 1, rejectionFrom(403, 'dailyLimitExceeded')),
      /limit of requests for this day/,
    ],
    ['a policy', () => google.fail(/^POST \/upload/, 1, rejectionFrom(403, 'domainPolicy')), /administrator of your Workspace/],
    [
      'an unknown error',
      () => google.fail(/^POST \/upload/, 1, rejectionFrom(400, 'odd', 'Odd.')),
      /answered 400 odd \(Google: Odd\.\)/,
    ],
    [
      'a key that was deleted',
      () =>
        google.fail(/^POST \/token/, 1, {
          status: 400,
          body: { error: 'invalid_grant', error_description: 'account not found' },
        }),
      /does not take the key of copies@.* \(invalid_grant: account not found\)/,
    ],
    [
      'no tokens at the moment',
      () => google.fail(/^POST \/token/, 1, { status: 503 }),
      /no access token at the moment: it answered 503/,
    ],
  ])('explain %s', async (_what, arrange, sentence) => {
    arrange()
    await expect(put(bytes)).rejects.toThrow(sentence)
    expect(google.files()).toEqual([])
  })

  test('checks the folder before sending anything', async () => {
    await drive.check()
    google.role = 'viewer'
    await expect(drive.check()).rejects.toThrow('may not write into DRIVE_FOLDER')
  })

  test('rejects a key of another account by its signature', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const account = JSON.parse(google.settings.DRIVE_ACCOUNT) as Record<string, unknown>
    const other = { ...account, private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }) }
    await expect(put(bytes, {}, getDrive({ DRIVE_ACCOUNT: JSON.stringify(other) }))).rejects.toThrow(
      'does not take the key of copies@lamplight.iam.gserviceaccount.com in DRIVE_ACCOUNT',
    )
    const damaged = { ...account, private_key: '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n' }
    await expect(put(bytes, {}, getDrive({ DRIVE_ACCOUNT: JSON.stringify(damaged) }))).rejects.toThrow('is damaged')
  })

  test('explains a rejected impersonation', async () => {
    await put(bytes, {}, getDrive({ DRIVE_ON_BEHALF_OF: 'allowed@school.example' }))
    expect(google.files()).toHaveLength(1)
    await expect(put(bytes, {}, getDrive({ DRIVE_ON_BEHALF_OF: 'other@school.example' }))).rejects.toThrow(
      'does not let copies@lamplight.iam.gserviceaccount.com act for DRIVE_ON_BEHALF_OF',
    )
  })

  test.each([
    [{ DRIVE_ACCOUNT: 'nonsense' }, 'DRIVE_ACCOUNT is not the JSON key'],
    [{ DRIVE_ACCOUNT: '{"client_email":"a@b.example"}' }, 'DRIVE_ACCOUNT is not the JSON key'],
    [{ DRIVE_FOLDER: '' }, 'DRIVE_FOLDER has to be'],
    [{ DRIVE_FOLDER: 'https://drive.google.com/file/d/x' }, 'DRIVE_FOLDER has to be'],
  ])('rejects invalid settings %j', (more, sentence) => {
    expect(() => getDrive(more as Record<string, string>)).toThrow(sentence)
  })

  test('accepts the folder’s address or id', () => {
    const { folder } = googleSettings({
      ...google.settings,
      DRIVE_FOLDER: 'https://drive.google.com/drive/u/0/folders/1AbC_d-efghijk?usp=sharing',
    })
    expect(folder).toBe('1AbC_d-efghijk')
  })
})

describe('removals', () => {
  const bytes = randomBytes(10)

  test('removes only the copy of the reference and ignores a missing one', async () => {
    await put(bytes)
    await put(bytes, { reference: 'another' })
    await drive.remove(getCopy(bytes).reference)
    await drive.remove(getCopy(bytes).reference)
    expect(google.files()).toHaveLength(1)
    expect(google.bin()).toEqual([])
  })

  test('moves the copy to the bin when the account may not delete it permanently', async () => {
    await put(bytes)
    google.role = 'content manager'
    await drive.remove(getCopy(bytes).reference)
    expect(google.files()).toEqual([])
    expect(google.bin()).toHaveLength(1)
  })

  test('reports to the admin when the account may neither delete nor bin the copy', async () => {
    await put(bytes)
    google.role = 'viewer'
    await expect(drive.remove(getCopy(bytes).reference)).rejects.toThrow('may not write into DRIVE_FOLDER')
  })
})
