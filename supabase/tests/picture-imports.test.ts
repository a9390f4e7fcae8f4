// Imports of external pictures in posts (server/jobs/picture-imports.ts).
import { afterAll, expect, it } from 'vitest'
import { gatherPeople, noGrant } from './people.ts'

const { ada, admin, visitor, secretKey, owner, as, stop } = await gatherPeople()
afterAll(stop)

type Due = { id: string; updated_at: string }
const due = () => as(secretKey).query<Due>(`select id, updated_at::text from public.due_picture_imports(100)`)
const save = async (post: Due, imageUrl: string | null, body: string) =>
  (
    await as(secretKey).query<{ saved: boolean }>(`select public.save_imported_pictures($1, $2, $3, $4) as saved`, [
      post.id,
      post.updated_at,
      imageUrl,
      body,
    ])
  )[0]?.saved
let nth = 0
async function add(imageUrl: string | null, body: string): Promise<string> {
  const [row] = await as(secretKey).query<{ id: string }>(
    `insert into public.blog_posts (slug, post_title, image_url, post_body) values ($1, 'A post', $2, $3) returning id`,
    [`post-${(nth += 1)}`, imageUrl, body],
  )
  return row?.id ?? ''
}

it('due_picture_imports returns only posts with external pictures', async () => {
  const foreign = [
    await add('https://example.com/a.png', ''),
    await add('//example.com/a.png', ''),
    await add(null, `<p>x</p><IMG alt="a" src='http://example.com/a.png'>`),
    await add('/storage/v1/object/public/product-files/posts/x.webp', '<img src="https://example.com/a.png">'),
  ]
  await add(null, '<p>No picture, but <a href="https://example.com">a link</a></p>')
  await add(
    '/storage/v1/object/public/product-files/posts/x.webp',
    '<img src="/storage/v1/object/public/product-files/posts/x.webp">',
  )
  expect((await due()).map(({ id }) => id).toSorted()).toEqual(foreign.toSorted())
})

it('due_picture_imports returns a post once per version', async () => {
  const id = await add('https://example.com/b.png', 'One')
  const found = async () => (await due()).find((post) => post.id === id)
  const post = await found()
  expect(post && (await save(post, 'https://example.com/b.png', 'One'))).toBe(true)
  expect(await found()).toBeUndefined()
  await as(secretKey).change(`update public.blog_posts set post_body = 'Two' where id = $1`, [id])
  const changed = await found()
  expect(changed && (await save(changed, '/storage/own.webp', 'Three'))).toBe(true)
  expect(await as(owner).query(`select image_url, post_body from public.blog_posts where id = $1`, [id])).toEqual([
    { image_url: '/storage/own.webp', post_body: 'Three' },
  ])
  expect(await found()).toBeUndefined()
})

it('save_imported_pictures does not overwrite a newer change', async () => {
  const id = await add('https://example.com/c.png', 'Read')
  const post = (await due()).find((each) => each.id === id)
  await as(secretKey).change(`update public.blog_posts set post_body = 'Changed' where id = $1`, [id])
  expect(post && (await save(post, null, 'Old'))).toBe(false)
  expect(await as(owner).query(`select post_body from public.blog_posts where id = $1`, [id])).toEqual([{ post_body: 'Changed' }])
  expect((await due()).map((each) => each.id)).toContain(id)
})

it.each([
  ['a visitor', visitor],
  ['a student', ada],
  ['an admin', admin],
])('both functions reject %s', async (_who, user) => {
  await expect(as(user).query(`select * from public.due_picture_imports()`)).rejects.toMatchObject(noGrant)
  await expect(as(user).query(`select public.save_imported_pictures(gen_random_uuid(), now(), null, '')`)).rejects.toMatchObject(
    noGrant,
  )
})
