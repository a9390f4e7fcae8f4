// Google Drive against a server that speaks the documented protocol and refuses what Google refuses (tests/support/google-drive.ts).
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type GoogleDouble, openGoogleDouble, rejectionFrom } from '../../../tests/support/google-drive.ts'
import type { Copy, Drive } from './drive.ts'
import { googleDrive, googleSettings } from './google-drive.ts'

const MEBIBYTE = 1024 * 1024
const CHUNK = 4 * MEBIBYTE

let google: GoogleDouble
let drive: Drive
/** Milliseconds of every pause that the drive took; no test waits for them. */
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
/** The bytes in parts of an odd size, as they come from a network; counts how often they are asked for. */
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

describe('a copy', () => {
  test.each([
    ['a byte', 1],
    ['less than a piece', 300_000],
    ['exactly a piece', CHUNK],
    ['two pieces and a byte', 2 * CHUNK + 1],
    ['the largest file', 50 * MEBIBYTE],
  ])('of %s arrives whole, in pieces, under a name that people read', async (_what, size) => {
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

  test('of a title without a letter, or with letters that tear names apart, has a name all the same', async () => {
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

  test('is there once, however often it is put, and is not even read again', async () => {
    const bytes = randomBytes(1000)
    await put(bytes)
    await put(bytes)
    await put(bytes, {}, getDrive({}))
    expect(google.files()).toHaveLength(1)
    expect(opened).toBe(1)
  })

  test('replaces the one of a file that was replaced, and leaves those of other uploads', async () => {
    await put(randomBytes(1000), { reference: 'another' })
    await put(randomBytes(1000))
    const better = randomBytes(1000)
    await put(better)
    expect(google.files().map((file) => getHash(file.bytes))).toContain(getHash(better))
    expect(google.files()).toHaveLength(2)
  })

  test('of two workers at once is one file in the end', async () => {
    const bytes = randomBytes(1000)
    await Promise.all([put(bytes), put(bytes, {}, getDrive({})), put(bytes, {}, getDrive({}))])
    await put(bytes)
    expect(google.files()).toHaveLength(1)
  })

  test('whose content fails is none, and its session is given up', async () => {
    const bytes = randomBytes(9 * MEBIBYTE)
    async function* broken() {
      yield* inParts(bytes)()
      throw new Error('the stored file is not the one that was sent')
    }
    await expect(drive.put(getCopy(bytes), broken)).rejects.toThrow('not the one that was sent')
    expect(google.files()).toEqual([])
    expect(google.asked(/^DELETE \/session/)).toHaveLength(1)
  })

  test('that holds other bytes than were sent is removed', async () => {
    const bytes = randomBytes(1000)
    await expect(put(bytes, { sha256: getHash(randomBytes(1000)) })).rejects.toThrow('other bytes than were sent')
    expect(google.files()).toEqual([])
  })
})

describe('what fails on the way', () => {
  const bytes = randomBytes(10 * MEBIBYTE)
  const arrived = () => google.files().map((file) => getHash(file.bytes))

  test.each([
    ['a connection that breaks before the piece', 'cut'],
    ['a connection that breaks after the piece was kept', 'cut after it was kept'],
    ['a server error', { status: 503 }],
    ['a limit of requests', rejectionFrom(403, 'userRateLimitExceeded')],
    ['another limit of requests', rejectionFrom(429, 'rateLimitExceeded')],
  ] as const)('%s: Google is asked how far it came, and the copy arrives whole', async (_what, answer) => {
    google.fail(/^PUT \/session bytes 4194304-/, 1, answer)
    await put(bytes)
    expect(arrived()).toEqual([getHash(bytes)])
    expect(google.asked(/^PUT \/session bytes \*\/\*$/)).toHaveLength(1)
    expect(opened).toBe(1)
  })

  test('the last piece: its answer is lost, and the file is not made twice', async () => {
    google.fail(/^PUT \/session bytes 8388608-/, 1, 'cut after it was kept')
    await put(bytes)
    expect(arrived()).toEqual([getHash(bytes)])
    expect(google.asked(/^PUT \/session bytes \*\/10485760$/)).toHaveLength(1)
  })

  test('a piece that is kept in part: only the rest is sent again', async () => {
    google.fail(/^PUT \/session bytes 0-/, 1, { keepBytes: MEBIBYTE })
    await put(bytes)
    expect(arrived()).toEqual([getHash(bytes)])
    expect(google.asked(/^PUT \/session bytes 1048576-4194303\/\*$/)).toHaveLength(1)
  })

  test('a worker that is killed after the last piece: the next one finds the copy and makes none', async () => {
    google.fail(/^GET \/drive\/v3\/files$/, 1, { status: 200, body: { files: [] } })
    await put(bytes)
    opened = 0
    await put(bytes, {}, getDrive({}))
    expect(opened).toBe(0)
    expect(arrived()).toEqual([getHash(bytes)])
  })

  test('a session that Google forgot: the copy fails and begins anew the next time', async () => {
    google.fail(/^PUT \/session bytes 4194304-/, 1, rejectionFrom(404, 'notFound'))
    await expect(put(bytes)).rejects.toThrow()
    await put(bytes)
    expect(arrived()).toEqual([getHash(bytes)])
  })

  test('Retry-After is waited for, and what asks for longer than half a minute is left to a later round', async () => {
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

  test('Google that is away for good: a few tries, each later than the last, then a sentence', async () => {
    google.fail(/^PUT \/session/, 100, { status: 503 })
    await expect(put(bytes)).rejects.toThrow('Google Drive does not take the next piece')
    expect(waits.length).toBeLessThan(10)
    expect(waits).toEqual(waits.toSorted((one, other) => one - other))
    expect(google.files()).toEqual([])
  })

  test('an access token that ends before its time is renewed, also between two pieces', async () => {
    await put(randomBytes(10), { reference: 'before' })
    google.endTokens()
    await put(bytes)
    expect(google.tokens()).toBe(2)
    google.fail(/^PUT \/session bytes 4194304-/, 1, rejectionFrom(401, 'authError'))
    await put(randomBytes(10 * MEBIBYTE), { reference: 'third' })
    expect(google.files()).toHaveLength(3)
  })
})

describe('what the admin is told', () => {
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
      'something else',
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
  ])('%s', async (_what, arrange, sentence) => {
    arrange()
    await expect(put(bytes)).rejects.toThrow(sentence)
    expect(google.files()).toEqual([])
  })

  test('before anything is sent, by a look at the folder', async () => {
    await drive.check()
    google.role = 'viewer'
    await expect(drive.check()).rejects.toThrow('may not write into DRIVE_FOLDER')
  })

  test('a key of another account is refused by its signature', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const account = JSON.parse(google.settings.DRIVE_ACCOUNT) as Record<string, unknown>
    const other = { ...account, private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }) }
    await expect(put(bytes, {}, getDrive({ DRIVE_ACCOUNT: JSON.stringify(other) }))).rejects.toThrow(
      'does not take the key of copies@lamplight.iam.gserviceaccount.com in DRIVE_ACCOUNT',
    )
    const damaged = { ...account, private_key: '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n' }
    await expect(put(bytes, {}, getDrive({ DRIVE_ACCOUNT: JSON.stringify(damaged) }))).rejects.toThrow('is damaged')
  })

  test('acting for somebody is asked for, and refused in words where it was not allowed', async () => {
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
  ])('settings that do not fit: %j', (more, sentence) => {
    expect(() => getDrive(more as Record<string, string>)).toThrow(sentence)
  })

  test('the address of the folder is as good as its id', () => {
    const { folder } = googleSettings({
      ...google.settings,
      DRIVE_FOLDER: 'https://drive.google.com/drive/u/0/folders/1AbC_d-efghijk?usp=sharing',
    })
    expect(folder).toBe('1AbC_d-efghijk')
  })
})

describe('removing', () => {
  const bytes = randomBytes(10)

  test('takes the copy of this reference and no other, and one that is missing is no failure', async () => {
    await put(bytes)
    await put(bytes, { reference: 'another' })
    await drive.remove(getCopy(bytes).reference)
    await drive.remove(getCopy(bytes).reference)
    expect(google.files()).toHaveLength(1)
    expect(google.bin()).toEqual([])
  })

  test('where the account may not delete for good, the copy goes into the bin', async () => {
    await put(bytes)
    google.role = 'content manager'
    await drive.remove(getCopy(bytes).reference)
    expect(google.files()).toEqual([])
    expect(google.bin()).toHaveLength(1)
  })

  test('where it may do neither, the admin is told', async () => {
    await put(bytes)
    google.role = 'viewer'
    await expect(drive.remove(getCopy(bytes).reference)).rejects.toThrow('may not write into DRIVE_FOLDER')
  })
})
