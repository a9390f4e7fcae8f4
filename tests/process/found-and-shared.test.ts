/*
 * Metadata for search engines and shared links, on every page that a visitor may open. own-address.test.ts tests a site
 * with its own domain.
 */
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { seedId } from '#server/seed/files.ts'
import { sample, topicsFound } from '../support/sample.ts'
import { ask, cookieHeader, send } from '../support/http.ts'
import { wholeSitemap } from '../support/sitemap.ts'
import { addressesIn, getDetails, getHead } from './html.ts'
import { DEMO_PASSWORD, shared, STUDENT } from './sites.ts'

const MATERIAL = 'medication-adherence-hypertension-enugu'
const POST = 'sample-size-taro-yamane-formula-worked-example'
const course = seedId('courses', 'research-methods-from-topic-to-chapter-three')
const service = seedId('services', 'research-project-tutoring-and-feedback')

/** Pages of one kind that no sitemap names. */
const others = ['/auth', '/auth?tab=sign-up', '/marketplace?search=midwife', '/marketplace?category=seminar']

const page = async (address: string) => (await ask(shared.url + address)).text
let listed: string[] = []
const heads = new Map<string, Record<string, string>>()
const details = new Map<string, Record<string, unknown>[]>()

beforeAll(async () => {
  const map = await wholeSitemap(shared.url)
  listed = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url.slice(shared.url.length) || '/')
  for (const address of [...listed, ...others]) {
    const { status, text: html } = await ask(shared.url + address)
    expect(status, address).toBe(200)
    heads.set(address, getHead(html))
    details.set(address, getDetails(html))
  }
})

test('every page has a unique title and description whose length is shown whole', () => {
  expect(heads.size).toBeGreaterThan(50)
  for (const [address, { title = '', description = '' }] of heads) {
    expect(title, address).toMatch(/^\S.+ \| Lamplight$/)
    expect(description.length, `${address}: ${description}`).toBeGreaterThanOrEqual(50)
    expect(description.length, `${address}: ${description}`).toBeLessThanOrEqual(160)
  }
  for (const name of ['title', 'description'] as const) {
    const response = [...heads].map(([, head]) => head[name])
    expect(
      response.filter((text, at) => response.indexOf(text) !== at),
      name,
    ).toEqual([])
  }
})

test('every page has a card with title, description, its own address, and a picture with its size and description', () => {
  for (const [address, head] of heads) {
    expect(head, address).toMatchObject({
      'og:url': head.canonical,
      'og:type': address.startsWith('/blog/') ? 'article' : 'website',
      'og:title': head.title?.replace(/ \| Lamplight$/, ''),
      'og:description': head.description,
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:locale': 'en_NG',
      'og:site_name': 'Lamplight',
      'twitter:card': 'summary_large_image',
    })
    expect(head.canonical, address).toBe(shared.url + (address === '/' ? '/' : address))
    expect(head['og:image:alt'], address).toMatch(/\S{3}/)
    const own = /^\/(material-preview|course-details|service-details|blog)\//.test(address)
    expect(head['og:image'], address).toMatch(
      own
        ? new RegExp(`^${shared.url}/share/(material|course|service|post)/[\\w-]+\\.png\\?v=[\\w-]{16}$`)
        : new RegExp(`^${shared.url}/share/lamplight\\.png$`),
    )
  }
})

test('every picture that a page names is unique, 1200 by 630 and at most 100 kB', async () => {
  // A picture takes a moment to draw: four of each kind represent the rest, and share-pictures.test.ts has thirty
  // works.
  const kinds = Map.groupBy(new Set([...heads.values()].map((head) => head['og:image'] ?? '')), (url) => url.split('/')[4])
  const named = new Set([...kinds.values()].flatMap((urls) => urls.slice(0, 4)))
  expect([...kinds.keys()].toSorted()).toEqual(['course', 'lamplight.png', 'material', 'post', 'service'])
  const seen = new Set<string>()
  for (const url of named) {
    const picture = await ask(url)
    expect(picture.status, url).toBe(200)
    expect(picture.headers['content-type'], url).toBe('image/png')
    expect(picture.body.byteLength, url).toBeLessThanOrEqual(100_000)
    expect(await sharp(picture.body).metadata(), url).toMatchObject({ width: 1200, height: 630 })
    seen.add(String(picture.headers.etag))
  }
  expect(seen.size).toBe(named.size)
})

test.each([
  [`/material/${MATERIAL}`, `/material-preview/${MATERIAL}`],
  [`/material-preview/${MATERIAL}?comment=a`, `/material-preview/${MATERIAL}`],
  [`/service/${service}`, `/service-details/${service}`],
  [`/writer/${service}`, `/service-details/${service}`],
  [`/writer-profile/${service}`, `/service-details/${service}`],
  [`/course/${course}`, `/course-details/${course}`],
  [`/blog/${seedId('posts', POST)}`, `/blog/${POST}`],
  ['/topics', '/topics-directory'],
  ['/topics-directory?area=Maternal+Health&page=1', '/topics-directory'],
  ['/courses?search=labour', '/courses'],
  ['/courses?category=midwifery&utm_source=x', '/courses?category=midwifery'],
  ['/marketplace?utm_source=whatsapp&category=seminars&after=x', '/marketplace'],
  ['/marketplace?search=%20ethics%20&category=Client-Care-Study', '/marketplace?search=ethics&category=client+care+study'],
  ['/faq?fbclid=1', '/faq'],
])('%s names %s as its canonical address', async (address, canonical) => {
  const { status, text } = await ask(shared.url + address)
  expect(status).toBe(200)
  const head = getHead(text)
  expect(head.canonical).toBe(shared.url + canonical)
  expect(head['og:url']).toBe(shared.url + canonical)
})

test('a topic shared by its own address has its title and its picture', async () => {
  const directory = JSON.parse(await page('/topics-directory/all.json')) as { title: string; description: string }[]
  const { title, description } = directory.find((topic) => topic.title.startsWith('Birth preparedness')) ?? {
    title: '',
    description: '',
  }
  const address = `/topics-directory?${new URLSearchParams({ search: title }).toString()}`
  const head = getHead(await page(address.replace('Birth', 'BIRTH')))
  expect(head).toMatchObject({
    title: `${title} | Lamplight`,
    'og:title': title,
    'og:image:alt': title,
    'og:url': shared.url + address,
  })
  expect(head['og:description']).toContain(description.slice(0, 60))
  expect(head['og:image']).toMatch(/\/share\/topic\/[\w-]{12}\.png\?v=/)
  const picture = await ask(head['og:image'] ?? '')
  expect([picture.status, picture.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
})

test('a material links to similar topics and to its subject, and a topic to materials on its subject', async () => {
  const html = await page(`/material-preview/${MATERIAL}`)
  const section = html.slice(html.indexOf('Topics like this'))
  const links = [...section.matchAll(/<a href="(\/topics-directory\?[^"]+)">([^<]+)</g)].map(([, to = '', words = '']) => [
    to,
    words,
  ])
  const area = sample.materials.find(({ slug }) => slug === MATERIAL)?.head.subject_area ?? ''
  const titles = sample.topics.filter(({ row }) => row.subject_area === area).map(({ row }) => row.topic)
  expect(links).toHaveLength(4)
  for (const [to = '', topic = ''] of links.slice(0, 3)) {
    expect(titles).toContain(topic)
    expect(new URL(to, shared.url).searchParams.get('search')).toBe(topic)
  }
  // The best matches share the topic, not only the area.
  expect(links[0]?.[1]).toMatch(/hypertension/)
  expect(links[3]?.[1]).toBe(`All ${titles.length} topics on ${area}`)
  const [to = ''] = links[3] ?? []
  const directory = await page(to)
  expect(directory).toContain(topicsFound(titles.length))
  expect(directory).toContain(`Materials on ${area}`)
  const [, onSubject = ''] = directory.match(/<a class="cue" href="(\/marketplace\?[^"]+)"/) ?? []
  expect(await page(onSubject)).toMatch(/[1-9]\d* materials? found/)
})

describe('pages excluded from search engines', () => {
  test.each([
    '/marketplace?search=zzzzzzzz',
    '/courses?search=zzzz',
    '/topics-directory?search=zzzz',
    '/auth',
    '/auth?tab=sign-up',
    '/auth/forgot-password',
    '/auth/confirm?type=signup&token_hash=x',
    '/find-a-topic?interest=sleep',
    '/offline',
    '/saved',
    '/class-list?works=burns',
  ])('%s has noindex', async (address) => {
    expect(getHead(await page(address)).robots).toBe('noindex')
  })

  test('include every page of an account', async () => {
    const { cookies } = await send(`${shared.url}/auth`, { intent: 'login', email: STUDENT, password: DEMO_PASSWORD })
    for (const address of [
      '/dashboard',
      '/dashboard/earnings',
      '/dashboard/security',
      '/dashboard/my-data',
      '/upload-materials',
      '/request-a-topic',
    ]) {
      const response = await ask(shared.url + address, { headers: { cookie: cookieHeader(cookies) } })
      expect(response.status, address).toBe(200)
      const head = getHead(response.text)
      expect(head, address).toMatchObject({ robots: 'noindex' })
      expect(head.title, address).toMatch(/ \| Lamplight$/)
    }
  })

  test('robots.txt allows the pages of the sitemap and their pictures, and disallows accounts', async () => {
    const rules = [...(await page('/robots.txt')).matchAll(/^Disallow: (\S+)$/gm)].map(([, path = '']) => path)
    expect(rules).toEqual(expect.arrayContaining(['/dashboard', '/upload-materials', '/dev/']))
    for (const address of [...listed, '/share/lamplight.png', '/auth']) {
      expect(
        rules.filter((path) => address.startsWith(path)),
        address,
      ).toEqual([])
    }
    for (const address of listed) {
      expect(heads.get(address)?.robots, address).toBeUndefined()
    }
  })
})

test('the sitemap dates every record and lists each page once', async () => {
  const map = await wholeSitemap(shared.url)
  const entries = [...map.matchAll(/<url><loc>([^<]+)<\/loc>(?:<lastmod>([^<]+)<\/lastmod>)?<\/url>/g)]
  expect(new Set(entries.map(([, url]) => url)).size).toBe(entries.length)
  for (const [, url = '', day] of entries) {
    const isRecord = /\/(material-preview|course-details|service-details|blog)\//.test(url)
    expect(day ?? 'undated', url).toMatch(isRecord ? /^\d{4}-\d\d-\d\d$/ : /^undated$/)
  }
})

test('the sitemap is an index of parts, and an unlisted part is not found', async () => {
  const index = await page('/sitemap.xml')
  expect([...index.matchAll(/<sitemap><loc>([^<]+)<\/loc><\/sitemap>/g)].map(([, url]) => url)).toEqual([
    `${shared.url}/sitemap/pages.xml`,
    `${shared.url}/sitemap/materials-1.xml`,
  ])
  for (const part of ['materials-2.xml', 'materials-0.xml', 'materials-99999999999.xml', 'materials-1', 'none.xml']) {
    expect((await ask(`${shared.url}/sitemap/${part}`)).status, part).toBe(404)
  }
})

// The properties that Google's documentation requires for each type, and those that SPEC and the issue promise.
const required: Record<string, readonly string[]> = {
  // The seed's works are samples, which nobody can buy; app/features/materials/structured-data.test.ts tests a Product.
  LearningResource: ['name', 'url', 'image', 'inLanguage', 'learningResourceType', 'about'],
  Course: [
    'name',
    'description',
    'url',
    'image',
    'provider.name',
    'provider.url',
    'offers.price',
    'offers.priceCurrency',
    'offers.category',
    'hasCourseInstance.courseMode',
  ],
  BlogPosting: [
    'headline',
    'image',
    'datePublished',
    'dateModified',
    'author.name',
    'author.url',
    'publisher.name',
    'mainEntityOfPage',
  ],
  BreadcrumbList: ['itemListElement.0.position', 'itemListElement.0.name', 'itemListElement.0.item', 'itemListElement.1.item'],
  ItemList: ['itemListElement.0.position', 'itemListElement.0.url'],
  Organization: ['name', 'url', 'logo', 'description', 'email'],
  WebSite: ['name', 'url'],
  FAQPage: ['mainEntity.0.name', 'mainEntity.0.acceptedAnswer.text'],
}

test.each([
  ['/', ['Organization', 'WebSite']],
  ['/marketplace', ['ItemList']],
  ['/marketplace?category=seminar', ['ItemList']],
  ['/topics-directory', ['ItemList']],
  ['/faq', ['FAQPage']],
  [`/material-preview/${MATERIAL}`, ['BreadcrumbList', 'LearningResource']],
  [`/course-details/${course}`, ['BreadcrumbList', 'Course']],
  [`/service-details/${service}`, ['BreadcrumbList']],
  [`/blog/${POST}`, ['BlogPosting', 'BreadcrumbList']],
])('%s contains structured data of the types %j', (address, types) => {
  expect((details.get(address) ?? []).map((detail) => String(detail['@type'])).toSorted()).toEqual(types)
})

test('the structured data is complete, with prices in naira and no ratings', () => {
  for (const [address, response] of details) {
    for (const detail of response) {
      const type = String(detail['@type'])
      expect(detail['@context'], address).toBe('https://schema.org')
      for (const path of required[type] ?? ['a type that this test knows']) {
        expect(getPart(detail, path), `${address}: ${type} ${path}`).toBeDefined()
        expect(getPart(detail, path), `${address}: ${type} ${path}`).not.toBe('')
      }
      const offer = detail.offers as { price?: unknown; priceCurrency?: unknown } | undefined
      if (offer) {
        expect(offer, address).toMatchObject({ price: expect.any(Number) as number, priceCurrency: 'NGN' })
      }
      if (type === 'ItemList') {
        expect((detail.itemListElement as unknown[]).length, address).toBeLessThanOrEqual(20)
      }
      if (type === 'BlogPosting') {
        expect([detail.datePublished, detail.dateModified], address).toEqual([
          expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
          expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        ])
      }
      expect(JSON.stringify(detail), address).not.toMatch(/"(?:aggregateRating|review|ratingValue)"/)
    }
  }
})

test('every address in the structured data is absolute and resolves', async () => {
  const addresses = new Set<string>()
  for (const response of details.values()) {
    addressesIn(response, addresses)
  }
  expect(addresses.size).toBeGreaterThan(100)
  // The pages requested above, and their pictures in a separate test.
  const known = new Set([...heads.values()].flatMap((head) => [head.canonical, head['og:image']]))
  for (const address of addresses) {
    expect(new URL(address).origin, address).toBe(shared.url)
    if (!known.has(address)) {
      expect((await ask(address, { method: 'HEAD' })).status, address).toBe(200)
    }
  }
})

/** Returns a part of the structured data by its path, such as `offers.price`. */
function getPart(detail: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], detail)
}
