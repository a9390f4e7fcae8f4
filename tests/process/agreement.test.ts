// An upload of a client that follows SPEC 7 arrives without the agreement to the terms. Its student agrees on the
// dashboard.
import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { ask, cookieHeader, send } from '../support/http.ts'
import { getClient, DEMO_PASSWORD, ADMIN, shared, STUDENT, whenOver } from './sites.ts'

const fixture = fs.readFileSync(path.resolve(import.meta.dirname, '../fixtures/eclampsia-care.pdf'))
const secret = getClient(shared.backendUrl, shared.keys.secret_key)
const MISSING = 'The student has not agreed to the terms yet'
let student: string
let admin: string
beforeAll(async () => {
  const signIn = async (email: string) =>
    cookieHeader((await send(`${shared.url}/auth`, { intent: 'login', email, password: DEMO_PASSWORD })).cookies)
  ;[student, admin] = [await signIn(STUDENT), await signIn(ADMIN)]
})

/** Uploads `My thesis.pdf` as a client of SPEC 7 does, without our site. Returns its id. */
async function uploadBySpec(title: string): Promise<string> {
  const client = getClient(shared.backendUrl, shared.keys.publishable_key)
  const { data: who } = await client.auth.signInWithPassword({ email: STUDENT, password: DEMO_PASSWORD })
  const file_path = `${who.user?.id}/${Date.now()}-My thesis.pdf`
  const stored = await client.storage.from('material-uploads').upload(file_path, fixture, { contentType: 'application/pdf' })
  expect(stored.error).toBeNull()
  const { data: profile } = await client
    .from('profiles')
    .select('id')
    .eq('user_id', who.user?.id ?? '')
    .single()
    .throwOnError()
  const { data: upload } = await client
    .from('material_uploads')
    .insert({
      user_id: profile.id,
      title,
      category: 'thesis',
      format: 'PDF',
      pages: null,
      description: '',
      subject_area: '',
      year_of_study: null,
      proposed_price: 0,
      file_name: 'My thesis.pdf',
      file_path,
    })
    .select('id')
    .single()
    .throwOnError()
  whenOver(async () => {
    await secret.from('material_shares').delete().eq('upload_id', upload.id)
    await secret.from('material_uploads').delete().eq('id', upload.id).throwOnError()
    await secret.storage.from('material-uploads').remove([file_path])
  })
  return upload.id
}

const read = (address: string, cookie: string) => ask(shared.url + address, { headers: { cookie } })
const getTerms = async (id: string) =>
  (await secret.from('material_uploads').select('terms_version, terms_agreed_at').eq('id', id).single().throwOnError()).data

test('the dashboard requests the agreement of the student, and the upload cannot be approved before', async () => {
  const id = await uploadBySpec('A work without agreement')
  const page = await read(`/admin/reviews/${id}`, admin)
  expect(page.text).toContain(MISSING)
  expect(page.text).toContain('Not agreed to yet')

  const decide = (act: string, fields: Record<string, string> = {}) =>
    send(`${shared.url}/admin/reviews/${id}/${act}`, fields, { headers: { cookie: admin } })
  await decide('read-file')
  for (const check of ['opens', 'own_work', 'no_names', 'chapters_complete']) {
    await decide('tick', { check, ticked: 'on' })
  }
  const approval = {
    version: '1',
    title: 'A work without agreement',
    category: 'thesis',
    price: '1500',
    share_percent: '50',
    format: 'PDF',
    chapter_one_preview: 'What is known.',
  }
  const rejected = await decide('approve', approval)
  expect([rejected.status, rejected.text.includes(MISSING)]).toEqual([409, true])

  const dashboard = await read('/dashboard', student)
  expect(dashboard.text).toContain('Your agreement is missing')
  expect(dashboard.text).toContain('I may sell it, and half of each sale is mine')
  const [, action = ''] = dashboard.text.match(new RegExp(`action="(/upload-materials/${id}/agree)"`)) ?? []
  const [, version = ''] = dashboard.text.match(/name="version" value="([\d-]+)"/) ?? []
  expect((await read('/upload-materials', student)).text).toContain('It cannot be approved before you agree')

  const agree = (fields: Record<string, string>) => send(shared.url + action, fields, { headers: { cookie: student } })
  const old = await agree({ version: '2020-01-01' })
  expect([old.status, decodeURIComponent(old.cookies.join())]).toEqual([303, expect.stringContaining('The terms have changed')])
  expect(await getTerms(id)).toEqual({ terms_version: null, terms_agreed_at: null })
  expect((await agree({ version })).headers.location).toBe('/dashboard')
  expect(await getTerms(id)).toEqual({ terms_version: version, terms_agreed_at: expect.any(String) as string })
  expect((await read('/dashboard', student)).text).not.toContain('Your agreement is missing')
  expect((await read(`/admin/reviews/${id}`, admin)).text).not.toContain(MISSING)

  const approved = await decide('approve', approval)
  expect([approved.status, approved.headers.location]).toEqual([303, `/admin/reviews/${id}`])
  const { data: share } = await secret.from('material_shares').select('material_id').eq('upload_id', id).single().throwOnError()
  whenOver(() => secret.from('research_materials').delete().eq('id', share.material_id))
})

test('the agreement of another user is not recorded', async () => {
  const id = await uploadBySpec('A work of another student')
  const address = `/upload-materials/${id}/agree`
  const [, version = ''] = (await read('/dashboard', student)).text.match(/name="version" value="([\d-]+)"/) ?? []
  const response = await send(shared.url + address, { version }, { headers: { cookie: admin } })
  expect(decodeURIComponent(response.cookies.join())).toContain('There is nothing to agree to')
  expect((await send(shared.url + address, { version })).headers.location).toMatch(/^\/auth/)
  expect(await getTerms(id)).toEqual({ terms_version: null, terms_agreed_at: null })
})
