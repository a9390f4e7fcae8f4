// The archive of a user's data: complete, free of other users' data, and never whole in memory. And the account's
// deletion.
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getClient } from '../support/client.ts'
import { until } from '../support/processes.ts'
import { formatDay } from '#app/platform/text/dates.ts'
import { DEMO_PASSWORD, startApp } from '../support/start-app.ts'
import { ask, send } from '../support/http.ts'
import { mailFiles, mailTo, signUp, signUpFields } from '../support/emails.ts'
import { createSoldWork } from '../support/sold-work.ts'
import { markedStudent, PASSWORD, sendWork, type Student } from './marked-student.ts'

const MIB = 1024 * 1024
const ADMIN = 'admin@lamplight.example'
let app: Awaited<ReturnType<typeof startApp>>
/** The two users of all tests in this file. */
let ada: Student
let bola: Student
beforeAll(async () => {
  app = await startApp()
  // Not a name that could end an id, which is hexadecimal.
  ;[ada, bola] = [await student('adaeze', '0000014579', [5000, 20_000]), await student('bola', '9999955555', [7000])]
})
afterAll(() => app.end())

const student = (mark: string, accountNumber: string, sizes: number[]) => markedStudent(app, mark, accountNumber, sizes)

const archiveAddress = () => `${app.url}/dashboard/my-data/archive`
async function getArchive({ cookie }: Student) {
  const response = await ask(archiveAddress(), { headers: { cookie } })
  return { answer: response, files: unzipSync(response.body) }
}
const read = (files: Record<string, Uint8Array>, name: string) => new TextDecoder().decode(files[name])

/** Buys as this user with the account's address, paid in the demo. Returns the reference. */
async function getPurchase({ email }: Student): Promise<{ reference: string; hash: string }> {
  const service = getClient(app.backend.url, app.backend.secretKey)
  const work = await createSoldWork(service)
  const hash = createHash('sha256').update(email).digest('hex')
  const { data: started } = await service
    .rpc('create_order', { material: work.id, address: email, expected_price: work.price, mode: 'test', first_token_hash: hash })
    .single()
    .throwOnError()
  const { id, reference, amount_kobo } = started
  const response = { id: '1', status: 'success', reference, amount: amount_kobo, currency: 'NGN', domain: 'test', fees: 0 }
  await service.rpc('settle_order', { of_order: id, response }).throwOnError()
  return { reference, hash }
}

test("the archives of two students each contain all of their own data and nothing of the other's", async () => {
  const bought = new Map([
    [ada, await getPurchase(ada)],
    [bola, await getPurchase(bola)],
  ])
  for (const [mine, other] of [
    [ada, bola],
    [bola, ada],
  ] as const) {
    const { answer: response, files } = await getArchive(mine)
    expect(response.status).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    })
    expect(response.headers['content-disposition']).toMatch(/^attachment; filename="lamplight-my-data-\d{4}-\d\d-\d\d\.zip"$/)
    const data = JSON.parse(read(files, 'data.json')) as Record<string, unknown> & { uploads: { file_in_archive: string }[] }
    expect(data).toMatchObject({
      account: { id: mine.userId, email: mine.email },
      profile: { first_name: mine.mark, course_of_study: `${mine.mark} course` },
      bank_details: { account_number: mine === ada ? '0000014579' : '9999955555' },
      uploads: mine.files.map((_file, at) => ({ title: `${mine.mark} title ${at}`, upload_status: 'pending' })),
      shares: [],
      account_checks: [],
      notes_of_admins: [],
      topic_requests: [{ topic: `=${mine.mark} topic` }],
      comments: [{ body: `${mine.mark} comment` }],
      reports: [{ reason: 'copied', words: `${mine.mark} report` }],
      consents: [{ agreed_to: expect.any(String) as string }, { agreed_to: expect.any(String) as string }],
      orders: [{ reference: bought.get(mine)?.reference, email: mine.email, state: 'paid', is_test: true, downloads: [] }],
    })
    expect(read(files, 'data.json')).not.toContain(bought.get(mine)?.hash)
    const page = await ask(`${app.url}/dashboard/my-data`, { headers: { cookie: mine.cookie } })
    expect(page.text).toContain(bought.get(mine)?.reference.slice(3))
    expect(page.text).not.toContain(bought.get(other)?.reference.slice(3))
    expect(read(files, 'picture.png')).toBe(`${mine.mark} picture`)
    for (const [at, { file_in_archive }] of data.uploads.entries()) {
      expect(file_in_archive).toMatch(/^works\/00\d-[^/\\]+\.pdf$/)
      expect(Buffer.from(files[file_in_archive] ?? []).equals(mine.files[at] ?? Buffer.of())).toBe(true)
    }
    expect(Object.keys(files).toSorted()).toEqual(
      ['data.json', 'picture.png', 'read-me.txt', ...data.uploads.map(({ file_in_archive }) => file_in_archive)].toSorted(),
    )
    const everything = Object.entries(files).map(([name, bytes]) => name + Buffer.from(bytes).toString('latin1'))
    for (const secret of [other.email, other.userId, other.profileId, `${other.mark} `, `${other.mark}"`]) {
      expect(everything.join('\n')).not.toContain(secret)
    }
  }
})

test('the archive of an admin contains their own data only', async () => {
  const ngozi = await student('ngozi', '0000014579', [])
  const { error } = await getClient(app.backend.url, app.backend.secretKey).rpc('make_admin', {
    account_email: ngozi.email,
  })
  expect(error).toBeNull()
  const { files } = await getArchive(ngozi)
  const data = JSON.parse(read(files, 'data.json')) as Record<string, unknown>
  expect(data).toMatchObject({ profile: { first_name: 'ngozi' }, uploads: [], comments: [{ body: 'ngozi comment' }] })
  expect(data.topic_requests).toHaveLength(1)
  expect(read(files, 'data.json')).not.toContain('adaeze title')
})

test("the archive contains the student's share of a work on sale and the removal date of a rejected file", async () => {
  const sola = await student('sola', '0000014579', [3000, 4000])
  const secret = getClient(app.backend.url, app.backend.secretKey)
  const admin = getClient(app.backend.url, app.backend.publishableKey)
  const signedIn = await admin.auth.signInWithPassword({ email: ADMIN, password: DEMO_PASSWORD })
  expect(signedIn.error).toBeNull()
  const approve = async ({ client }: Student, title: string) => {
    const { data: upload } = await client.from('material_uploads').select('id').eq('title', title).single().throwOnError()
    for (const checked of ['opens', 'own_work', 'no_names', 'chapters_complete']) {
      await admin.rpc('tick_review', { upload: upload.id, checked, ticked: true }).throwOnError()
    }
    const { data } = await admin
      .rpc('approve_upload', {
        upload: upload.id,
        expected_version: 1,
        material: {
          title,
          category: 'thesis',
          subject_area: 'Midwifery',
          price: 2000,
          selar_link: 'https://selar.com/m/sola',
          pages: 54,
          year_of_study: 2024,
          chapter_one_preview: 'Chapter one',
        },
        new_share_percent: 50,
      })
      .throwOnError()
    expect(data[0]?.outcome).toBe('ok')
    return data[0]?.material_id
  }
  const material = await approve(sola, 'sola title 0')
  await approve(ada, 'adaeze title 0')
  await secret
    .from('material_uploads')
    .update({ upload_status: 'rejected', file_removal_due: new Date(Date.now() - 1000).toISOString() })
    .eq('title', 'sola title 1')
    .throwOnError()
  expect((await secret.rpc('remove_rejected_files').throwOnError()).data).toBe(1)

  const { files } = await getArchive(sola)
  const data = JSON.parse(read(files, 'data.json')) as { shares: unknown[]; uploads: Record<string, unknown>[] }
  expect(data.shares).toEqual([expect.objectContaining({ material_id: material, profile_id: sola.profileId, share_percent: 50 })])
  expect(data.uploads).toMatchObject([
    { upload_status: 'approved', file_removed_at: null, file_in_archive: expect.stringMatching(/^works\/001-/) as string },
    { upload_status: 'rejected', file_removed_at: expect.any(String) as string, file_in_archive: null },
  ])
  expect(Object.keys(files).filter((name) => name.startsWith('works/'))).toEqual([data.uploads[0]?.file_in_archive])
  expect(read(files, 'not-included.txt')).toBe(
    `These works were rejected, and their files were removed on the day that we announced.\n\nsola title 1 (sola ị évil 1.pdf), removed on ${formatDay(new Date())}\n`,
  )
})

test('a file of any name is stored under a plain one and returned to its owner, in the archive and on the drive under its own', async () => {
  const odd = await student('odd', '0000014579', [])
  const named = [
    ['..pdf', 'file'],
    ['a..b.pdf', 'a-b'],
    ['../../../etc/passwd.pdf', 'passwd'],
    ['%2e%2e%2f%2e%2e%2fa.pdf', '2e-2e-2f-2e-2e-2fa'],
    ['a?b#c;d.pdf', 'a-b-c-d'],
    [`${'ọ'.repeat(120)}.pdf`, 'o-'],
    ['🔥.pdf', 'file'],
    ['.htaccess.pdf', 'htaccess'],
  ] as const
  for (const [at, [name]] of named.entries()) {
    await sendWork(app, odd, { title: `odd title ${at}`, name, file: Buffer.from(`%PDF-1.7\n/Type /Page\nnumber ${at}`) })
  }
  const { data: rows } = await odd.client
    .from('material_uploads')
    .select('id, file_name, file_path')
    .order('title')
    .throwOnError()
  const { files } = await getArchive(odd)
  expect(Object.keys(files).filter((name) => name.startsWith('works/'))).toHaveLength(named.length)
  for (const [at, [name, stem]] of named.entries()) {
    const row = rows[at]
    expect(row?.file_path).toMatch(new RegExp(`^${odd.userId}/\\d{13}-${stem}[A-Za-z0-9-]*\\.pdf$`))
    // A browser sends the last part of a path alone, and busboy reads no more.
    expect(row?.file_name).toBe(name.slice(name.lastIndexOf('/') + 1))
    const own = await ask(`${app.url}/upload-materials/${row?.id}/file`, { headers: { cookie: odd.cookie } })
    expect([own.status, own.text]).toEqual([200, `%PDF-1.7\n/Type /Page\nnumber ${at}`])
    expect(own.headers['content-disposition']).toMatch(/^attachment; filename="[\w.-]+"; filename\*=UTF-8''[^/\\]+$/)
    await until(
      () => fs.readdirSync(path.join(app.dataDirectory, 'drive')).includes(`${row?.id}-odd-title-${at}.pdf`),
      app.running,
    )
  }
  for (const name of Object.keys(files)) {
    expect(name).not.toMatch(/\.\.|^\/|\\/)
  }
  // Nothing was written outside the folders of uploads.
  expect(fs.existsSync(path.join(app.dataDirectory, 'passwd.pdf'))).toBe(false)
})

test('the archive requires a sign-in and lists a work whose file is missing', async () => {
  const visitor = await ask(archiveAddress())
  expect([visitor.status, visitor.headers.location]).toEqual([303, '/auth?next=%2Fdashboard%2Fmy-data%2Farchive'])
  const { data: upload } = await bola.client.from('material_uploads').select('file_path').single().throwOnError()
  const secret = getClient(app.backend.url, app.backend.secretKey)
  await secret.storage.from('material-uploads').remove([upload.file_path])
  const { files } = await getArchive(bola)
  expect(Object.keys(files).filter((name) => name.startsWith('works/'))).toEqual([])
  expect(read(files, 'not-included.txt')).toContain('works/001-')
})

test.runIf(fs.existsSync('/proc/self/clear_refs'))(
  'a large archive is never whole in memory, however slow the download',
  async () => {
    const sizes = Array.from({ length: 4 }, () => 25 * MIB)
    const large = await student('large', '0000014579', sizes)
    const status = (line: string) =>
      Number(fs.readFileSync(`/proc/${app.running.process.pid}/status`, 'utf8').match(new RegExp(`${line}:\\s+(\\d+)`))?.[1]) *
      1024
    let min = Infinity
    // The first may grow the heap permanently, and the machine is busy, so the lowest counts.
    for (let round = 0; min >= 60 * MIB && round < 6; round += 1) {
      const before = status('VmRSS')
      fs.writeFileSync(`/proc/${app.running.process.pid}/clear_refs`, '5')
      const bytes = await new Promise<number>((resolve, reject) => {
        http
          .get(archiveAddress(), { headers: { cookie: large.cookie } }, (response) => {
            let taken = 0
            // A connection that stalls for two seconds: nothing may be buffered in the process.
            response.once('data', () => {
              response.pause()
              setTimeout(() => response.resume(), 2000)
            })
            response.on('data', (chunk: Buffer) => (taken += chunk.length))
            response.once('end', () => resolve(taken))
            response.once('error', reject)
          })
          .once('error', reject)
      })
      expect(bytes).toBeGreaterThan(100 * MIB)
      min = Math.min(min, status('VmHWM') - before)
    }
    // Memory use does not grow with the archive (100 MiB).
    expect(min).toBeLessThan(60 * MIB)
  },
  300_000,
)

test('an account deleted with its password loses rows, files and sessions, and gets a last email', async () => {
  const leaving = await student('leaving', '0000014579', [4000])
  const secret = getClient(app.backend.url, app.backend.secretKey)
  const { data: upload } = await leaving.client.from('material_uploads').select('id, file_path').single().throwOnError()
  const drive = () => fs.readdirSync(path.join(app.dataDirectory, 'drive')).filter((name) => name.startsWith(upload.id))
  await until(() => drive().length === 1, app.running)
  const elsewhere = getClient(app.backend.url, app.backend.publishableKey)
  const { data: other } = await elsewhere.auth.signInWithPassword({ email: leaving.email, password: PASSWORD })

  // A direct request with an older session is rejected; so is a wrong password on the page.
  const remove = (password: string) => send(`${app.url}/dashboard/my-data`, { password }, { headers: { cookie: leaving.cookie } })
  const wrong = await remove('not my password')
  expect([wrong.status, wrong.text.includes('not your current password')]).toEqual([400, true])

  const done = await remove(PASSWORD)
  expect([done.status, done.headers.location]).toEqual([303, '/'])
  expect(done.cookies.some((line) => /^session=;.*Max-Age=0/.test(line))).toBe(true)

  expect((await secret.from('profiles').select('id').eq('id', leaving.profileId)).data).toEqual([])
  expect((await secret.from('material_uploads').select('id').eq('user_id', leaving.profileId)).data).toEqual([])
  const { mail } = await mailTo(app.dataDirectory, leaving.email, 'Your account is deleted')
  expect(mail.text).toContain('This is our last email to you')
  await until(() => drive().length === 0, app.running)
  await until(async () => (await secret.from('file_removals').select('id')).data?.length === 0, app.running)
  expect((await secret.storage.from('material-uploads').download(upload.file_path)).error).not.toBeNull()
  expect((await ask(`${app.url}/storage/v1/object/public/product-files/avatars/${leaving.userId}.png`)).status).toBe(404)
  // The email itself leaves no address behind.
  await until(
    async () => (await secret.from('outbox').select('id').eq('recipient', leaving.email)).data?.length === 0,
    app.running,
  )
  expect(mailFiles(app.dataDirectory).length).toBeGreaterThan(0)

  // No session remains, and sign-in fails.
  expect((await elsewhere.auth.refreshSession({ refresh_token: other.session?.refresh_token ?? '' })).error).not.toBeNull()
  expect((await elsewhere.auth.signInWithPassword({ email: leaving.email, password: PASSWORD })).error?.code).toBe(
    'invalid_credentials',
  )
  const after = await ask(`${app.url}/dashboard/my-data`, { headers: { cookie: leaving.cookie } })
  expect([after.status, after.headers.location]).toEqual([303, '/auth?next=%2Fdashboard%2Fmy-data'])

  const { files } = await getArchive(ada)
  expect(Object.keys(files).filter((name) => name.startsWith('works/'))).toHaveLength(2)
  expect(read(files, 'picture.png')).toBe('adaeze picture')

  // The address is free again.
  expect((await signUp(app.url, signUpFields(leaving.email))).status).toBe(303)
})
