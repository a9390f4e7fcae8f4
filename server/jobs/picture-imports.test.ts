// Tests the job over an embedded backend, and a site with the pictures that the posts name.
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, expect, test, vi } from 'vitest'
import { pictureAt } from '#app/platform/text/own-pictures.ts'
import { cleanHtml } from '#app/platform/text/readable.server.ts'
import { startTestBackend } from '#tests/support/embedded-backend.ts'
import { embeddedSiteBackend } from '../backend/site-backend.ts'
import { Jobs } from '../job-runner/jobs.ts'
import { importPictures } from './picture-imports.ts'

let photo: Buffer
const { backend } = await startTestBackend()
beforeAll(async () => {
  photo = await sharp({ create: { width: 40, height: 30, channels: 4, background: { r: 200, g: 0, b: 0, alpha: 0.5 } } })
    .withExif({ IFD0: { Copyright: 'A person' } })
    .png()
    .toBuffer()
})

async function add(image_url: string | null, post_body: string): Promise<string> {
  const [row] = await backend.database.query<{ id: string }>(
    `insert into public.blog_posts (slug, post_title, image_url, post_body) values ($1, 'A post', $2, $3) returning id`,
    [`post-${randomUUID()}`, image_url, post_body],
  )
  return row?.id ?? ''
}
const getPost = async (id: string) =>
  (
    await backend.database.query<{ image_url: string; post_body: string }>(
      `select image_url, post_body from public.blog_posts where id = $1`,
      [id],
    )
  )[0]

/** Runs one round and returns the addresses that it fetched. */
async function round(files: Record<string, Buffer>): Promise<string[]> {
  const fetched: string[] = []
  const jobs = new Jobs()
  const rounds = importPictures(embeddedSiteBackend(backend, 'http://localhost'), jobs.add('imports'), async (address) => {
    fetched.push(address)
    const file = files[address]
    if (!file) {
      throw new Error('The server answered 404')
    }
    return file
  })
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  jobs.begin()
  await rounds.idle()
  await rounds.stop()
  vi.restoreAllMocks()
  expect(jobs.failing()).toEqual([])
  return fetched
}

test('stores each picture once, re-encoded, and links the copy in the post', async () => {
  const id = await add(
    'https://old.example/head.png',
    '<p>One</p><img src="https://old.example/a.png?w=1&amp;h=2" alt="A chart"><img src="https://old.example/a.png"><img src="//cdn.example/b.png">',
  )
  const files = Object.fromEntries(
    ['old.example/head.png', 'old.example/a.png?w=1&h=2', 'old.example/a.png', 'cdn.example/b.png'].map((at) => [
      `https://${at}`,
      photo,
    ]),
  )
  expect((await round(files)).toSorted()).toEqual(Object.keys(files).toSorted())
  const post = await getPost(id)
  expect(post?.post_body).not.toMatch(/old\.example|cdn\.example/)
  expect(pictureAt(post?.image_url, '')).toMatchObject({ width: 40, height: 30 })
  const { html } = cleanHtml(post?.post_body ?? '')
  expect(
    html.match(/<img src="\/storage\/v1\/object\/public\/product-files\/posts\/[^"]+-40x30\.webp" width="40"/g),
  ).toHaveLength(3)

  const stored = await backend.fetch(`${backend.url}${post?.image_url}`)
  const bytes = Buffer.from(await stored.arrayBuffer())
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 40, hasAlpha: false })
  expect(bytes.includes('A person')).toBe(false)
  expect(await round(files)).toEqual([])
})

test('requests an unavailable picture once and leaves its placeholder on the page', async () => {
  const body = '<img src="https://gone.example/a.png" alt="A <b>chart</b>"><img src="https://gone.example/not-a-picture">'
  const id = await add(null, body)
  expect(
    await round({ 'https://gone.example/not-a-picture': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') }),
  ).toHaveLength(2)
  expect(await getPost(id)).toEqual({ image_url: null, post_body: body })
  expect(cleanHtml(body).html).toBe(
    '<em class="no-pic">Picture not shown: A &lt;b&gt;chart&lt;/b&gt;</em><em class="no-pic">A picture is not shown here</em>',
  )
  expect(await round({})).toEqual([])
})
