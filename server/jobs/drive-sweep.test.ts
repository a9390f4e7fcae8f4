// Tests the sweep over an embedded backend, and the functions it calls, with Google Drive in front of them
// (tests/support/google-drive.ts).
import { createHash, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTestBackend } from '#tests/support/embedded-backend.ts'
import { type GoogleDouble, openGoogleDouble, rejectionFrom } from '#tests/support/google-drive.ts'
import { embeddedSiteBackend } from '../backend/site-backend.ts'
import { sweepDriveCopies } from './drive-sweep.ts'
import { removeFiles } from './file-removals.ts'
import { Jobs } from '../job-runner/jobs.ts'

let google: GoogleDouble
let student: string
const { backend } = await startTestBackend()
beforeAll(async () => {
  google = await openGoogleDouble()
  student = randomUUID()
  await backend.database.query(`insert into auth.users (id, email) values ($1, 'ada@example.com')`, [student])
})
afterAll(async () => {
  await google.end()
  vi.unstubAllEnvs()
})
beforeEach(() => setUp({ DRIVE_ACCOUNT: '', DRIVE_FOLDER: '', DRIVE_API: '' }))

function setUp(settings: Record<string, string>): void {
  for (const [name, value] of Object.entries({ DRIVE_DIRECTORY: '', ...settings })) {
    vi.stubEnv(name, value)
  }
}

const PDF = Buffer.concat([fs.readFileSync(path.resolve(import.meta.dirname, '../../tests/fixtures/eclampsia-care.pdf'))])
let files = 1_795_000_000_000
async function sendIn(title: string, sha256 = createHash('sha256').update(PDF).digest('hex')): Promise<string> {
  const file = `${student}/${(files += 1)}-work.pdf`
  const { secret_key } = backend.keys
  const stored = await backend.fetch(`${backend.url}/storage/v1/object/material-uploads/${file}`, {
    method: 'POST',
    headers: { apikey: secret_key, authorization: `Bearer ${secret_key}`, 'content-type': 'application/pdf' },
    body: PDF,
  })
  expect(stored.status).toBe(200)
  const [row] = await backend.database.query<{ id: string }>(
    `insert into public.material_uploads (user_id, title, category, format, file_name, file_path, file_sha256)
     select id, $2, 'thesis', 'PDF', 'a.pdf', $3, $4 from public.profiles where user_id = $1 returning id`,
    [student, title, file, sha256],
  )
  return row?.id ?? ''
}

/** Runs one round. Returns whether the job failed and what it logged, without references. */
async function round(work: typeof sweepDriveCopies): Promise<{ failing: boolean; logged: string[] }> {
  const logged: string[] = []
  const log = vi.spyOn(console, 'error').mockImplementation((line: string) => void logged.push(line.replace(/^\S+ /, '')))
  const jobs = new Jobs()
  await work(embeddedSiteBackend(backend, 'http://localhost'), jobs.add('drive copies')).stop()
  log.mockRestore()
  return { failing: jobs.failing().length > 0, logged }
}
const getCopy = async (upload: string) =>
  (
    await backend.database.query<{ copied: boolean; due: boolean; last_error: string | null; attempts: number }>(
      `select copied_at is not null as copied, next_attempt_at < 'infinity' as due, last_error, attempts
         from public.drive_copies where upload_id = $1`,
      [upload],
    )
  )[0]
const dueNow = () => backend.database.query(`update public.drive_copies set next_attempt_at = now() where copied_at is null`)

test('sweepDriveCopies checks files without a drive and copies all of them once there is one', async () => {
  const uploads = [await sendIn('Hand hygiene'), await sendIn('Care of a client: Ìbàdàn')]
  expect(await round(sweepDriveCopies)).toEqual({ failing: false, logged: [] })
  for (const upload of uploads) {
    expect(await getCopy(upload)).toEqual({ copied: false, due: false, last_error: null, attempts: 0 })
  }
  const checked = await backend.database.query(
    `select from public.material_uploads where file_checked_at is not null and file_fits`,
  )
  expect(checked).toHaveLength(2)
  expect(await backend.database.query(`select from private.due_copies`)).toEqual([])
  expect(await round(sweepDriveCopies)).toEqual({ failing: false, logged: [] })

  setUp(google.settings)
  expect(await round(sweepDriveCopies)).toEqual({ failing: false, logged: [] })
  expect(google.files().map(({ name }) => name)).toEqual(['Hand hygiene.pdf', 'Care of a client: Ìbàdàn.pdf'])
  expect(google.files().every(({ bytes }) => bytes.equals(PDF))).toBe(true)
  for (const upload of uploads) {
    expect(await getCopy(upload)).toEqual({ copied: true, due: true, last_error: null, attempts: 1 })
  }
})

test('sweepDriveCopies leaves no copy of a withdrawn work', async () => {
  setUp(google.settings)
  const upload = await sendIn('Withdrawn')
  await round(sweepDriveCopies)
  expect(google.files().map(({ name }) => name)).toContain('Withdrawn.pdf')
  await backend.database.query(`delete from public.material_uploads where id = $1`, [upload])
  expect(await round(removeFiles)).toEqual({ failing: false, logged: [] })
  expect(google.files().map(({ name }) => name)).not.toContain('Withdrawn.pdf')
})

test('sweepDriveCopies logs a drive that rejects copies in advance and at each copy, which stays due', async () => {
  setUp(google.settings)
  const before = google.files().length
  google.role = 'viewer'
  expect(await round(sweepDriveCopies)).toEqual({
    failing: true,
    logged: [expect.stringMatching(/^drive copies: the drive takes no copies: .* may not write into DRIVE_FOLDER/)],
  })
  const upload = await sendIn('Refused')
  const { logged } = await round(sweepDriveCopies)
  expect(logged.at(-1)).toMatch(/^drive copies: upload [\da-f-]{36}: 502 .*may not write into DRIVE_FOLDER/)
  expect(await getCopy(upload)).toMatchObject({ copied: false, due: true, attempts: 1 })
  expect((await getCopy(upload))?.last_error).toMatch(/^copies@\S+ may not write into DRIVE_FOLDER/)
  google.role = 'manager'
  await dueNow()
  expect(await round(sweepDriveCopies)).toEqual({ failing: false, logged: [] })
  expect(google.files()).toHaveLength(before + 1)
})

test('sweepDriveCopies does not repeat a copy whose process died after the last chunk', async () => {
  setUp(google.settings)
  const upload = await sendIn('Killed')
  await round(sweepDriveCopies)
  const before = google.files().length
  await backend.database.query(`update public.drive_copies set copied_at = null, next_attempt_at = now() where upload_id = $1`, [
    upload,
  ])
  const started = google.asked(/^POST \/upload/).length
  await round(sweepDriveCopies)
  expect(await getCopy(upload)).toMatchObject({ copied: true })
  expect(google.files()).toHaveLength(before)
  expect(google.asked(/^POST \/upload/)).toHaveLength(started)
})

test('sweepDriveCopies does not copy bytes that differ from the upload, even after the check', async () => {
  setUp(google.settings)
  const before = google.files().length
  const other = await sendIn('Another file', 'f'.repeat(64))
  await round(sweepDriveCopies)
  expect(await getCopy(other)).toMatchObject({
    copied: false,
    due: false,
    last_error: 'the stored file is not the one that was sent',
  })
  const later = await sendIn('Changed later')
  await backend.database.query(
    `update public.material_uploads set file_checked_at = now(), file_fits = true, file_sha256 = repeat('e', 64) where id = $1`,
    [later],
  )
  await round(sweepDriveCopies)
  expect(await getCopy(later)).toMatchObject({
    copied: false,
    due: false,
    last_error: 'the stored file is not the one that was sent',
  })
  expect(google.files()).toHaveLength(before)
  expect(google.asked(/^DELETE \/session/).length).toBeGreaterThan(0)
})

test('sweepDriveCopies names the wrong setting in its message', async () => {
  setUp({ ...google.settings, DRIVE_FOLDER: 'x' })
  expect((await round(sweepDriveCopies)).logged[0]).toMatch(/the drive takes no copies: DRIVE_FOLDER has to be/)
  setUp(google.settings)
  google.fail(/^POST \/token/, 2, rejectionFrom(503, 'backendError'))
  expect((await round(sweepDriveCopies)).logged[0]).toMatch(/Google gives no access token at the moment: it answered 503/)
})
