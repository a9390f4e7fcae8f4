/* The pictures of shared links, as the sites that preview links request them. */
import fs from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { ask } from '../support/http.ts'
import { getHead } from './html.ts'
import { expectSecurityHeaders } from './security-headers.ts'
import { getClient, keysIn, onSharedBackend, shared, startSite, whenOver } from './sites.ts'

const MATERIAL = 'medication-adherence-hypertension-enugu'
const adminClient = getClient(shared.backendUrl, keysIn(shared.dataDirectory).secret_key)
const getPicture = async (address: string) => getHead((await ask(shared.url + address)).text)['og:image'] ?? ''

/** Inserts a row, which is removed after the tests of this file. */
async function material(slug: string, rest: { title: string; published_at: string | null }) {
  const { error } = await adminClient
    .from('research_materials')
    .insert({ slug, category: 'seminar', subject_area: 'Ethics', price: 1500, ...rest })
  expect(error).toBeNull()
  whenOver(() => adminClient.from('research_materials').delete().eq('slug', slug))
}

async function post(slug: string, image_url: string | null) {
  const { error } = await adminClient.from('blog_posts').insert({
    slug,
    post_title: `A post called ${slug}`,
    post_body: '<p>Words.</p>',
    image_url,
    published_at: new Date().toISOString(),
  })
  expect(error).toBeNull()
  whenOver(() => adminClient.from('blog_posts').delete().eq('slug', slug))
}

test('a picture whose address contains its version is immutable, needs no session and sets no cookie', async () => {
  const url = await getPicture(`/material-preview/${MATERIAL}`)
  const first = await ask(url)
  expect(first.status).toBe(200)
  expect(first.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(first.headers['content-type']).toBe('image/png')
  expect(Number(first.headers['content-length'])).toBe(first.body.byteLength)
  expect(first.cookies).toEqual([])
  expectSecurityHeaders(first)

  const again = await ask(url, { headers: { 'if-none-match': String(first.headers.etag) } })
  expect([again.status, again.body.byteLength, again.headers.etag]).toEqual([304, 0, first.headers.etag])
  const head = await ask(url, { method: 'HEAD' })
  expect([head.status, head.body.byteLength]).toEqual([200, 0])
})

test('a picture with an old or missing version shows the current state and expires soon', async () => {
  const url = await getPicture(`/material-preview/${MATERIAL}`)
  const right = await ask(url)
  for (const address of [url.replace(/\?.*/, ''), url.replace(/v=.*/, 'v=old'), `${url}&v=x`.replace('?v=', '?w=')]) {
    const picture = await ask(address)
    expect(picture.status, address).toBe(200)
    expect(picture.headers['cache-control'], address).toBe('public, max-age=3600')
    expect(picture.body.equals(right.body), address).toBe(true)
  }
})

test('a change on a cover changes its address', async () => {
  await material('a-picture-that-changes', { title: 'Before', published_at: new Date().toISOString() })
  const before = await getPicture('/material-preview/a-picture-that-changes')
  await adminClient.from('research_materials').update({ price: 2000 }).eq('slug', 'a-picture-that-changes')
  // Another process has not read it yet.
  const other = await startSite(onSharedBackend)
  const after = getHead((await ask(`${other.url}/material-preview/a-picture-that-changes`)).text)['og:image'] ?? ''
  expect(new URL(after).pathname).toBe(new URL(before).pathname)
  expect(new URL(after).search).not.toBe(new URL(before).search)
  const [old, now] = [await ask(before), await ask(after)]
  expect([old.status, now.status]).toEqual([200, 200])
  expect(old.body.equals(now.body)).toBe(false)
  await other.end()
})

test.each([
  '/share/material/no-such-work.png',
  '/share/material/.png',
  '/share/material/a/b.png',
  '/share/material/%2e%2e%2f%2e%2e%2fetc.png',
  '/share/material/%00.png',
  "/share/material/'),or=(.png",
  `/share/material/${MATERIAL}`,
  `/share/material/${MATERIAL}.svg`,
  `/share/materials/${MATERIAL}.png`,
  '/share/course/0b0f2f6e-4f3a-4a54-9d58-3b1a4f0f7a11.png',
  '/share/course/ada.png',
  '/share/service/ada.png',
  '/share/post/no-such-post.png',
  '/share/topic/AAAAAAAAAAAA.png',
  '/share/house.png',
  '/share/constructor.png',
  '/share/',
  '/share',
])('%s returns no picture', async (address) => {
  const response = await ask(shared.url + address)
  expect(response.status).toBe(404)
  expect(String(response.headers['cache-control'])).not.toContain('public')
  expectSecurityHeaders(response)
})

test('unpublished records have no picture', async () => {
  await material('a-picture-of-a-draft', { title: 'A draft', published_at: null })
  expect((await ask(`${shared.url}/share/material/a-picture-of-a-draft.png`)).status).toBe(404)
  const { data } = await adminClient
    .from('courses')
    .insert({ title: 'A draft', category: 'midwifery', status: 'draft' })
    .select('id')
    .single()
  whenOver(() =>
    adminClient
      .from('courses')
      .delete()
      .eq('id', data?.id ?? ''),
  )
  expect((await ask(`${shared.url}/share/course/${data?.id}.png`)).status).toBe(404)
})

test('renders titles of 300 characters and of unusual characters', async () => {
  const titles = ['Antenatal care '.repeat(20), 'x'.repeat(300), '🔥 مرحبا <script>"&amp;%', 'Ìmọ̀ nípa ìtọ́jú aláboyún']
  for (const [at, title] of titles.entries()) {
    await material(`a-picture-of-odd-words-${at}`, { title, published_at: new Date().toISOString() })
    const picture = await ask(await getPicture(`/material-preview/a-picture-of-odd-words-${at}`))
    expect(picture.status, title).toBe(200)
    expect(picture.body.byteLength, title).toBeLessThanOrEqual(100_000)
  }
})

test('a post with a hosted picture uses it at the right size, and any other post its drawn cover', async () => {
  const photo = await sharp({ create: { width: 1600, height: 1600, channels: 3, background: '#c03020' } })
    .jpeg()
    .toBuffer()
  const { error } = await adminClient.storage.from('product-files').upload('posts/ward.jpg', photo, { contentType: 'image/jpeg' })
  expect(error).toBeNull()
  whenOver(() => adminClient.storage.from('product-files').remove(['posts/ward.jpg']))
  const ours = `${shared.url}/storage/v1/object/public/product-files/posts/ward.jpg`

  await post('with-a-photo', ours)
  const url = await getPicture('/blog/with-a-photo')
  expect(url).toMatch(/\/share\/post\/with-a-photo\.jpg\?v=/)
  const picture = await ask(url)
  expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/jpeg'])
  expect(picture.headers['cache-control']).toContain('immutable')
  expect(await sharp(picture.body).metadata()).toMatchObject({ width: 1200, height: 630, format: 'jpeg' })
  expect(picture.body.byteLength).toBeLessThanOrEqual(100_000)

  for (const [slug, foreign] of [
    ['with-a-foreign-photo', 'https://evil.example/x.png'],
    ['with-an-odd-photo', 'http://['],
    ['with-a-private-photo', `${shared.url}/storage/v1/object/material-uploads/x.png`],
    ['with-a-photo-that-climbs', `${shared.url}/storage/v1/object/public/../../../../auth/v1/user`],
  ] as const) {
    await post(slug, foreign)
    const drawn = await ask(await getPicture(`/blog/${slug}`))
    expect([slug, drawn.status, drawn.headers['content-type']]).toEqual([slug, 200, 'image/png'])
  }
  // If a hosted picture is missing, the cover replaces it for now.
  await post('with-a-lost-photo', `${ours}.gone`)
  const lost = await ask(await getPicture('/blog/with-a-lost-photo'))
  expect([lost.status, lost.headers['content-type'], lost.headers['cache-control']]).toEqual([
    200,
    'image/png',
    'public, max-age=60',
  ])
})

test('an admin can replace the picture of the site and its mark', async () => {
  const photo = await sharp({ create: { width: 1300, height: 700, channels: 3, background: '#204060' } })
    .png()
    .toBuffer()
  const { error } = await adminClient.storage.from('product-files').upload('site/house.png', photo, { contentType: 'image/png' })
  expect(error).toBeNull()
  whenOver(() => adminClient.storage.from('product-files').remove(['site/house.png']))
  const address = '/storage/v1/object/public/product-files/site/house.png'
  whenOver(() => adminClient.from('settings').delete().eq('group_name', 'site').in('setting_key', ['default_og_image', 'logo']))
  await adminClient
    .from('settings')
    .upsert(['default_og_image', 'logo'].map((setting_key) => ({ group_name: 'site', setting_key, setting_value: address })))
    .throwOnError()
  const other = await startSite(onSharedBackend)
  const picture = await ask(`${other.url}/share/lamplight.png`)
  expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/jpeg'])
  expect((await ask(`${other.url}/`)).text).toContain(`"logo":"${shared.backendUrl}${address}"`)
  await other.end()
})

test('a burst of requests gets distinct pictures or 429, and pages are served at the same time', async () => {
  const fresh = await startSite(onSharedBackend)
  const map = (await ask(`${fresh.url}/sitemap/materials-1.xml`)).text
  const pages = [...map.matchAll(/<loc>[^<]*\/material-preview\/([^<]+)<\/loc>/g)].map(([, slug]) => slug).slice(0, 30)
  expect(pages).toHaveLength(30)
  const all = pages.map((slug) => ask(`${fresh.url}/share/material/${slug}.png`))
  const meanwhile = await Promise.all(Array.from({ length: 20 }, () => ask(`${fresh.url}/marketplace`)))
  expect(meanwhile.map(({ status }) => status)).toEqual(meanwhile.map(() => 200))
  const responses = await Promise.all(all)
  const input = responses.filter(({ status }) => status === 200)
  const rejected = responses.filter(({ status }) => status === 503)
  expect(input.length).toBeGreaterThanOrEqual(24)
  expect(input.length + rejected.length).toBe(30)
  for (const { headers } of rejected) {
    expect([headers['retry-after'], headers['cache-control']]).toEqual(['5', 'no-store'])
  }
  for (const { body, headers } of input) {
    expect(headers['content-type']).toBe('image/png')
    expect(body.byteLength).toBeLessThanOrEqual(100_000)
    expect(await sharp(body).metadata()).toMatchObject({ width: 1200, height: 630 })
  }
  expect(new Set(input.map(({ headers }) => headers.etag)).size).toBe(input.length)
  // They are cached: after a restart nothing has to be drawn.
  expect(fs.readdirSync(path.join(fresh.dataDirectory, 'pictures')).filter((name) => name.endsWith('.png'))).toHaveLength(
    input.length,
  )
  expect(fresh.running.output()).not.toContain('failed')
  await fresh.end()
})
