// Two students side by side: every response to either of them, alone or at the same moment, contains their own data and
// nothing of the other's.
import { unzipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import routes from '#app/routes.ts'
import { type TestResponse, ask, send } from '../support/http.ts'
import { markedStudent, type Student } from './marked-student.ts'
import { getClient, shared, whenOver } from './sites.ts'

let ada: Student
let bola: Student
beforeAll(async () => {
  const { url, dataDirectory, backendUrl, keys } = shared
  const backend = { url: backendUrl, publishableKey: keys.publishable_key, secretKey: keys.secret_key }
  const app = { url, dataDirectory, backend }
  ;[ada, bola] = [
    await markedStudent(app, 'Adaqueen', '0000014579', [3000]),
    await markedStudent(app, 'Bolaking', '9999955555', [4000]),
  ]
})
whenOver(async () => {
  const secret = getClient(shared.backendUrl, shared.keys.secret_key)
  for (const { client, profileId, mark } of [ada, bola]) {
    // Statements about a material survive the account.
    await secret.from('material_comments').delete().eq('profile_id', profileId).throwOnError()
    await secret.from('reports').delete().eq('words', `${mark} report`).throwOnError()
    await client.rpc('delete_my_account').throwOnError()
  }
})

const uploadOf = async ({ client }: Student) =>
  (await client.from('material_uploads').select('id').single().throwOnError()).data.id

/** Returns the texts that no response to another user may contain. */
const getSecrets = ({ mark, email, userId, profileId }: Student, number: string, upload: string) => [
  mark,
  email,
  userId,
  profileId,
  number,
  `••••••${number.slice(-4)}`,
  upload,
]

/**
 * Every address of the signed-in part of the site map, and whether the user's own name, title or comment is shown
 * there.
 */
const account: Record<string, string | null> = {
  '/dashboard': 'Good ',
  '/dashboard/earnings': '••••••',
  // Neither has sold anything; tests/journeys/money.test.ts has the statement of a student with sales.
  '/dashboard/earnings/statement.csv': null,
  // Leads back while no bank details await confirmation (supabase/tests/account-checks.test.ts has those that do).
  '/dashboard/account': null,
  '/dashboard/discount-codes': 'Your discount codes',
  '/dashboard/alerts': 'Your alerts',
  '/dashboard/security': '@example.ng',
  '/dashboard/security/two-factor': 'Two-factor sign-in',
  '/dashboard/my-data': 'the work you sent in',
  '/dashboard/my-data/archive': null,
  // Neither is a class rep; tests/journeys/class-rep.test.ts has one.
  '/dashboard/class-rep': null,
  '/dashboard/class-rep/cards': null,
  '/upload-materials': ' title 0',
  // Leads back to the form, which sends its file there.
  '/upload-materials/file-values': null,
  '/upload-materials/:id/edit': ' title 0',
  '/upload-materials/:id/replace': ' title 0',
  '/upload-materials/:id/messages': ' title 0',
  '/upload-materials/:id/file': ' work 0',
  // Its form is tested below.
  '/upload-materials/:id/withdraw': ' title 0',
  // Leads back: neither has an approved work.
  '/upload-materials/:id/sale': null,
  // Leads back to the dashboard, which shows its form.
  '/upload-materials/:id/agree': null,
  '/request-a-topic': 'Request a topic',
  // A picture is public, by its address in the bucket (SPEC 7); one stored without our pages is not shown.
  '/avatars/:userId': null,
}
const elsewhere = ['/', '/marketplace', '/topics-directory', '/auth', '/auth/confirm', '/no-such-page']

test('the list contains every page of the site map for signed-in users', () => {
  const guarded = routes.find(({ file }) => file === 'routes/signed-in.tsx')?.children ?? []
  const pages = guarded.filter(({ file }) => file !== 'routes/act.tsx')
  expect(pages.map(({ path }) => `/${path}`).toSorted()).toEqual(Object.keys(account).toSorted())
})

/** Returns the text of a response, in any encoding. */
function getWords({ headers, body, text }: TestResponse): string {
  const all = [JSON.stringify(headers), text]
  if (headers['content-type'] === 'application/zip') {
    const files = Object.entries(unzipSync(body))
    all.push(...files.map(([name, bytes]) => `${name}\n${Buffer.from(bytes).toString()}`))
  }
  return all.join('\n')
}

test('no page, list, file, export or cached response contains data of the other student, also for simultaneous requests', async () => {
  const uploads = new Map([
    [ada, await uploadOf(ada)],
    [bola, await uploadOf(bola)],
  ])
  const secrets = new Map([
    [ada, getSecrets(ada, '0000014579', uploads.get(ada) ?? '')],
    [bola, getSecrets(bola, '9999955555', uploads.get(bola) ?? '')],
  ])
  const getAddresses = (student: Student) =>
    [...Object.keys(account), ...elsewhere, `/material-preview/${student.commented}`].map((path) => ({
      path,
      at: path.replace(':id', uploads.get(student) ?? '').replace(':userId', student.userId),
    }))
  type Asked = { who: Student | null; path: string; address: string }
  const asked: Asked[] = [ada, bola].flatMap((student) =>
    getAddresses(student).flatMap(({ path, at }) => [
      { who: student, path, address: at },
      // As the browser requests a page's data.
      ...(path.includes('/archive') || path.endsWith('/file') || path.startsWith('/avatars')
        ? []
        : [{ who: student, path, address: at === '/' ? '/_root.data' : `${at}.data` }]),
      { who: null, path, address: at },
    ]),
  )
  const look = async ({ who, path, address }: Asked) => {
    const response = await ask(shared.url + address, { headers: who ? { cookie: who.cookie } : {} })
    const words = getWords(response)
    const others = [ada, bola].filter((student) => student !== who)
    // The sign-in page repeats the requested address, so a guest's own input is not a leak.
    const input = who ? '' : `${address} ${encodeURIComponent(address)}`
    for (const other of others) {
      const seen = (secrets.get(other) ?? []).filter((secret) => words.includes(secret) && !input.includes(secret))
      expect(seen, `${address} for ${who?.mark ?? 'a guest'}`).toEqual([])
    }
    const own = account[path]
    if (who) {
      expect(response.headers['cache-control'], address).toMatch(/^private, /)
      if (own && !address.endsWith('.data')) {
        expect(response.status, address).toBe(200)
        expect(words, address).toContain(own.startsWith(' ') ? who.mark + own : own)
      }
    } else if (path in account) {
      expect([response.status, response.headers.location ?? ''], address).toEqual([303, expect.stringMatching(/^\/auth\?next=/)])
    }
  }
  // One after the other: a response cached for one is not given to the next.
  for (const each of asked) {
    await look(each)
  }
  // Then all at once, in a different order each time.
  for (const step of [5, 11]) {
    await Promise.all(asked.map((_each, at) => look(asked[(at * step) % asked.length] ?? asked[0]!)))
  }
})

describe("the address of another student's data", () => {
  test('allows no reading, replacement or withdrawal', async () => {
    const theirs = await uploadOf(ada)
    const headers = { cookie: bola.cookie }
    for (const path of ['file', 'replace', 'replace.data']) {
      const response = await ask(`${shared.url}/upload-materials/${theirs}/${path}`, { headers })
      expect([path, response.status]).toEqual([path, 404])
      expect(getWords(response)).not.toContain(ada.mark)
    }
    await send(`${shared.url}/upload-materials/${theirs}/withdraw`, {}, { headers })
    await send(`${shared.url}/upload-materials/${theirs}/replace`, {}, { headers })
    const { data } = await ada.client.from('material_uploads').select('id, title, file_replaced_at').throwOnError()
    expect(data).toEqual([{ id: theirs, title: `${ada.mark} title 0`, file_replaced_at: null }])
  })

  test('is listed by no storage bucket and no table', async () => {
    const { data: files } = await bola.client.storage.from('material-uploads').list(ada.userId)
    expect(files ?? []).toEqual([])
    for (const table of [
      'profiles',
      'profiles_bank_details',
      'material_uploads',
      'material_shares',
      'topic_requests',
      'consents',
      'outbox',
      'drive_copies',
      'upload_reviews',
      'audit_log',
      'material_comments',
      'reports',
    ] as const) {
      const { data } = await bola.client.from(table).select('*')
      const response = JSON.stringify(data ?? [])
      for (const secret of [ada.mark, ada.email, ada.userId, ada.profileId]) {
        expect(response, table).not.toContain(secret)
      }
    }
  })
})
