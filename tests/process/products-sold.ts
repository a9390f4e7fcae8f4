/*
 * The products of a first start: found in the marketplace, bought through simulated Paystack, with the bytes that were
 * built.
 */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import { licence } from '#server/orders/files/licence.ts'
import { stamp } from '#server/reading/stamp.ts'
import { builtProducts, readBuiltProducts } from '#server/seed/product-manifest.ts'
import { ask, cookieHeader, send } from '../support/http.ts'
import { sample } from '../support/sample.ts'
import type { getClient } from '../support/client.ts'
import { getWords } from './html.ts'

const EMAIL = 'buyer@mail.example'
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** The products of a first start. */
export const built = await readBuiltProducts(builtProducts)

/**
 * Fails unless every product has its page, and the files of a bought one and of a free one are those that were built.
 */
export async function expectProductsSold(url: string): Promise<void> {
  for (const { slug, title, files, pagePictures } of built) {
    const page = await ask(`${url}/material-preview/${slug}`)
    expect(page.status, slug).toBe(200)
    const pictures = [...page.text.matchAll(/<img src="([^"]+)"[^>]*loading="lazy"/g)].map(([, source = '']) => source)
    expect(pictures, slug).toHaveLength(pagePictures.length)
    const bytes = await Promise.all(pictures.map(async (source) => (await ask(url + source)).body.byteLength))
    expect(
      bytes.reduce((sum, size) => sum + size, 0),
      slug,
    ).toBeLessThanOrEqual(60 * 1024)
    const words = getWords(page.text)
    expect(words).toContain(title)
    for (const { label } of files) {
      expect(words, slug).toContain(label)
    }
  }
  const paid = built.find(({ price, files }) => price > 0 && files.length > 1)
  const workbook = built.find(({ price, files }) => price === 0 && files.every(({ name }) => name.endsWith('.xlsx')))
  for (const product of [paid, workbook]) {
    expect(product).toBeDefined()
    const { slug, title, price, files } = product!
    expect((await ask(`${url}/marketplace?search=${encodeURIComponent(title)}`)).text).toContain(`/material-preview/${slug}"`)
    const order = await buy(url, slug, price)
    const page = getWords((await ask(order)).text)
    expect(page).toContain(files.length > 1 ? 'Your files are ready' : 'Your file is ready')
    const reference = /\b(LL-[0-9A-Z]{4}-[0-9A-Z]{4})\b/.exec(page)?.[1] ?? ''
    for (const [index, { name, type, sha256: hash }] of files.entries()) {
      const response = await ask(`${order}/file${files.length > 1 ? `/${index + 1}` : ''}`)
      expect([response.status, response.headers['content-type']], name).toEqual([200, type])
      const original = fs.readFileSync(path.join(builtProducts, slug, name))
      // A PDF has the number of the order at the foot of each page.
      const expected = name.endsWith('.pdf') ? await stamp(original, licence(price > 0 ? EMAIL : '', reference)) : original
      expect(sha256(original), name).toBe(hash)
      expect(sha256(response.body), name).toBe(sha256(expected))
    }
  }
}

/** Buys a product as a guest. Returns the address of the order's page. */
async function buy(url: string, slug: string, price: number): Promise<string> {
  const started = await send(`${url}/buy/${slug}`, { intent: 'pay', email: EMAIL, price: String(price) })
  expect(started.status, started.text).toBe(303)
  const next = new URL(String(started.headers.location), url).href
  const order = price === 0 ? next : String((await send(next, { act: 'pay' })).headers.location)
  // Paystack adds the reference to the address.
  const { origin, pathname } = new URL(order, url)
  return origin + pathname
}

/**
 * Fails unless the marketplace lists what is sold first, and one button of the admin console deletes all outlines and
 * nothing else.
 */
export async function expectOutlinesRemovable(
  url: string,
  service: ReturnType<typeof getClient>,
  admin: { email: string; password: string },
): Promise<void> {
  const slugs = [...(await ask(`${url}/marketplace`)).text.matchAll(/href="\/material-preview\/([^"]+)"/g)].map(
    ([, slug]) => slug,
  )
  const outlines = new Set(sample.materials.map(({ slug }) => slug))
  expect(slugs.length).toBeGreaterThan(20)
  expect(slugs.filter((slug) => outlines.has(slug ?? ''))).toEqual([])
  const outline = getWords((await ask(`${url}/material-preview/anaemia-adolescent-girls-nigeria-ndhs-2018`)).text)
  expect(outline).toContain('Free to read')
  expect(outline.split('More like this')[0]).not.toContain('Purchase')
  const signedIn = await send(`${url}/auth`, { intent: 'login', ...admin })
  const headers = { cookie: cookieHeader(signedIn.cookies) }
  expect((await ask(`${url}/admin/catalogue/materials?show=outlines`, { headers })).text).toMatch(/Delete all \d+ outlines/)
  expect((await send(`${url}/admin/catalogue/materials`, { intent: 'delete_outlines' }, { headers })).status).toBe(303)
  const { data } = await service.from('research_materials').select('slug').is('deleted_at', null).throwOnError()
  const left = new Set(data.map(({ slug }) => slug))
  expect([...left].filter((slug) => outlines.has(slug))).toEqual([])
  expect(built.filter(({ slug }) => !left.has(slug))).toEqual([])
}
