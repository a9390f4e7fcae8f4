// Responses of the admin console when several admins, or one admin twice, change a record.
import { beforeAll, expect, test } from 'vitest'
import { cookieHeader, send } from '../support/http.ts'
import { getClient, DEMO_PASSWORD, ADMIN, shared, whenOver } from './sites.ts'

const adminClient = getClient(shared.backendUrl, shared.keys.secret_key)
let cookie: string
beforeAll(async () => {
  cookie = cookieHeader((await send(`${shared.url}/auth`, { intent: 'login', email: ADMIN, password: DEMO_PASSWORD })).cookies)
})

const post = () => ({ post_title: 'To be deleted', post_body: '', upload_date: new Date().toISOString() })

/** Inserts a row, which is removed after the tests of this file. Returns its address in the admin console. */
async function record(table: 'blog_posts' | 'topics_directory', room: string, values: Record<string, unknown>) {
  const { data } = await adminClient
    .from(table)
    .insert(values as never)
    .select('id')
    .single()
    .throwOnError()
  whenOver(() => adminClient.from(table).delete().eq('id', data.id))
  return { id: data.id, address: `${room}/${data.id}` }
}

/** Returns the message of a response's toast, and its link. */
async function press(address: string, intent: 'delete' | 'undo') {
  const { status, headers, cookies } = await send(shared.url + address, { intent }, { headers: { cookie } })
  const toast =
    cookies
      .find((line) => line.startsWith('toast='))
      ?.slice('toast='.length)
      .split(';')[0] ?? 'null'
  return { status, to: headers.location, toast: JSON.parse(decodeURIComponent(toast)) as Record<string, unknown> | null }
}

test.each([
  ['post', 'blog_posts', '/admin/catalogue/posts', { ...post(), slug: 'to-be-deleted' }],
  ['topic', 'topics_directory', '/admin/catalogue/topics', { topic: 'A topic to be deleted', subject_area: 'Ethics' }],
] as const)('the console restores a deleted %s once', async (noun, table, room, values) => {
  const { address } = await record(table, room, values)
  expect(await press(address, 'delete')).toMatchObject({ status: 303, to: room, toast: { kind: 'good', undo: address } })
  expect(await press(address, 'undo')).toMatchObject({
    to: address,
    toast: { title: `${noun === 'post' ? 'Post' : 'Topic'} restored`, kind: 'good' },
  })
  expect(await press(address, 'undo')).toEqual({
    status: 303,
    to: address,
    toast: { title: `This ${noun} is not deleted`, text: 'It was restored before.', kind: 'good' },
  })
})

test('the console reports permanently deleted and unknown records', async () => {
  const { id, address } = await record('blog_posts', '/admin/catalogue/posts', { ...post(), slug: 'to-be-gone' })
  await press(address, 'delete')
  await adminClient.from('blog_posts').delete().eq('id', id).throwOnError()
  for (const each of [address, '/admin/catalogue/posts/a3bb189e-8bf9-4c7e-9b1f-0a1b2c3d4e5f']) {
    expect(await press(each, 'undo'), each).toEqual({
      status: 303,
      to: '/admin/catalogue/posts',
      toast: { title: 'This post cannot be restored', text: 'It is permanently deleted.', kind: 'bad' },
    })
  }
})

test('posts saved with the same title at the same moment all get an address, and a duplicate typed one is rejected', async () => {
  const title = 'Three nurses write at once'
  whenOver(() => adminClient.from('blog_posts').delete().eq('post_title', title))
  const save = (slug: string) =>
    send(`${shared.url}/admin/catalogue/posts/new`, { intent: 'save', post_title: title, slug }, { headers: { cookie } })
  expect((await Promise.all([save(''), save(''), save('')])).map(({ status }) => status)).toEqual([303, 303, 303])
  const { data } = await adminClient.from('blog_posts').select('slug').eq('post_title', title).order('slug').throwOnError()
  expect(data.map(({ slug }) => slug)).toEqual(['', '-2', '-3'].map((end) => `three-nurses-write-at-once${end}`))

  const values = await Promise.all([save('typed-at-once'), save('typed-at-once')])
  expect(values.map(({ status }) => status).toSorted()).toEqual([303, 409])
  expect(values.find(({ status }) => status === 409)?.text).toContain(
    'Another post has this address. Change it, or leave it empty.',
  )
})
