import { brotliDecompressSync } from 'node:zlib'
import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { expect, test } from 'vitest'
import { supportLinks } from '#app/features/shell/links.ts'
import { seedId } from '#server/seed/files.ts'
import { shared } from '../process/sites.ts'
import { root } from '../support/processes.ts'
import { sample } from '../support/sample.ts'

// The budgets of docs/performance.md. Students pay for data, so a page above its budget of bytes or requests fails
// here. Time is not measured.
const KB = 1024

const publicPages: { address: string; max: number; scripts?: number }[] = [
  // It contains the covers and prices of fourteen products.
  { address: '/', max: 15 * KB },
  { address: '/search?q=hygiene', max: 12 * KB },
  // It contains its filters with their counts. With its headers it stays below 15.6 kB (below).
  { address: '/marketplace', max: 14 * KB },
  { address: '/marketplace?search=midwife', max: 13 * KB },
  // Its results say which works only mention the word.
  { address: '/marketplace?search=nurses', max: 14 * KB },
  // It has the text of a message about it.
  { address: '/material-preview/medication-adherence-hypertension-enugu', max: 14.25 * KB },
  { address: '/material-preview/medication-adherence-hypertension-enugu/read', max: 12 * KB },
  { address: '/writing-services', max: 12 * KB },
  { address: '/courses', max: 12 * KB },
  { address: '/courses?category=midwifery', max: 12 * KB },
  { address: `/service-details/${seedId('services', 'research-project-tutoring-and-feedback')}`, max: 12 * KB },
  { address: `/course-details/${seedId('courses', 'research-methods-from-topic-to-chapter-three')}`, max: 12 * KB },
  // It contains the directory's 31 subject areas twice: as filters, and with their numbers (SPEC 2).
  { address: '/topics-directory', max: 16 * KB, scripts: 4 * KB },
  // Each topic says how its sample size is calculated. Its script also requests related topics, which are listed below.
  { address: '/topics-directory?search=hygiene', max: 15.5 * KB, scripts: 4 * KB },
  { address: '/find-a-topic', max: 12 * KB },
  { address: '/find-a-topic?interest=hand+hygiene&programme=BNSc&place=Enugu', max: 14 * KB },
  { address: '/auth', max: 12 * KB },
  { address: '/auth?tab=sign-up', max: 12 * KB },
  { address: '/blog', max: 12 * KB },
  { address: '/blog/sample-size-taro-yamane-formula-worked-example', max: 16 * KB },
  ...[...supportLinks.map(({ to }) => to), '/saved', '/class-list?works=burns,apa-reference-sheet', '/no/such/page'].map(
    (address) => ({
      address,
      max: 12 * KB,
    }),
  ),
]

test.each(publicPages)(
  '$address is one request within its byte budget, and one small script file that browsers keep',
  async ({ address, max, scripts = 1.5 * KB }) => {
    const { bytes, html } = await brotliPage(shared.url + address)
    expect(bytes).toBeLessThanOrEqual(max)
    expect(html.match(/<script[^>]+src=[^>]*>/g)).toEqual([
      expect.stringMatching(/^<script src="\/assets\/site-[0-9a-f]{10}\.js" integrity="sha256-[^"]+" defer=""/),
    ])
    expect(html).not.toMatch(/<link[^>]+rel="(?:stylesheet|modulepreload|preload)"/)
    expect(html).not.toMatch(/<img/)
    // Structured data is in such an element too, but it does not run.
    const inline = [...html.matchAll(/<script(?! type="application\/ld\+json")[^>]*>([\s\S]*?)<\/script>/g)].map(
      ([, script = '']) => script.length,
    )
    expect(inline.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(scripts)
  },
)

/** The works with the longest pages: text, abstract, contents and method together. */
const longestWorks = sample.materials
  .toSorted((one, other) => getCharacters(other) - getCharacters(one))
  .slice(0, 6)
  .map(({ slug }) => `/material-preview/${slug}`)

function getCharacters({ body, head }: (typeof sample.materials)[number]): number {
  return body.length + JSON.stringify(head).length
}

// The bytes that TCP sends before it waits for an acknowledgement, so that a work's page arrives in one
// round trip, or little more: the covers by subject need half a kilobyte of styles, and the longest outlines say how
// their sample size is calculated, and the footer folds on a phone.
test.each(['/marketplace', '/marketplace?search=nurses', ...longestWorks])(
  '%s has at most 15.6 kB with its headers',
  async (address) => {
    const { bytes, headerBytes } = await brotliPage(shared.url + address)
    expect(bytes + headerBytes).toBeLessThanOrEqual(15.6 * KB)
  },
)

test('the list of topics for the search is at most 85 kB for 580 topics', async () => {
  const { bytes, html } = await brotliPage(`${shared.url}/topics-directory/all.json`)
  const topics = (JSON.parse(html) as unknown[]).length
  expect(topics).toBe(sample.topics.length)
  // A longer list compresses better, so a topic costs at most this much in the full list.
  expect((bytes / topics) * 580).toBeLessThanOrEqual(85 * KB)
})

test('the script file of public pages has at most 4.5 kB, and the service worker at most 2.5 kB', async () => {
  const files = fs.readdirSync(path.join(root, 'build/client/assets')).filter((name) => /^site-[0-9a-f]{10}\.js$/.test(name))
  expect(files).toHaveLength(1)
  expect(compressed(`/assets/${files[0]}`)).toBeLessThanOrEqual(4.5 * KB)
  expect((await brotliPage(`${shared.url}/sw.js`)).bytes).toBeLessThanOrEqual(2.5 * KB)
})

test.each(['upload-materials', 'replace-file'])('the hydrated page %s loads at most 115 kB of compressed scripts', (page) => {
  const manifest = JSON.parse(
    fs
      .readFileSync(path.join(root, 'build/client/assets', manifestFile()), 'utf8')
      .replace(/^window\.__reactRouterManifest=/, '')
      .replace(/;$/, ''),
  ) as { entry: Chunk; routes: Record<string, Chunk> }
  const needed = new Set<string>()
  for (const chunk of [
    manifest.entry,
    manifest.routes.root,
    manifest.routes['routes/signed-in'],
    manifest.routes[`routes/${page}`],
  ]) {
    for (const file of chunk ? [chunk.module, chunk.clientActionModule, ...(chunk.imports ?? [])] : []) {
      if (file) {
        needed.add(file)
      }
    }
  }
  const bytes = [...needed].map(compressed)
  expect(manifest.routes[`routes/${page}`]).toBeDefined()
  expect(needed.size).toBeGreaterThan(3)
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(115 * KB)
})

test('the upload code loads only for an upload and adds at most 18 kB', () => {
  const files = fs
    .readdirSync(path.join(root, 'build/client/assets'))
    .filter((name) => /^(send-file|file-hash|file-values)-[^.]+\.js$/.test(name))
  expect(files).toHaveLength(3)
  const bytes = files.map((name) => compressed(`/assets/${name}`))
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(18 * KB)
})

const compressed = (file: string) => fs.statSync(path.join(root, 'build/client', `${file}.br`)).size

type Chunk = { module: string; clientActionModule?: string; imports?: string[] }

function manifestFile(): string {
  const file = fs.readdirSync(path.join(root, 'build/client/assets')).find((name) => /^manifest-.*\.js$/.test(name))
  if (!file) {
    throw new Error('The build has no manifest of its routes')
  }
  return file
}

/**
 * Returns a page on the wire: the bytes of its compressed body and its headers, and its text. fetch would hide the
 * encoding.
 */
function brotliPage(url: string): Promise<{ bytes: number; headerBytes: number; html: string }> {
  return new Promise((resolve, reject) => {
    http
      .get(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const body = Buffer.concat(chunks)
          expect(response.headers['content-encoding']).toBe('br')
          // Each name and value with ': ' between and a line's end behind, and the first line.
          const headerBytes = response.rawHeaders.reduce((sum, part) => sum + part.length + 2, 'HTTP/1.1 200 OK\r\n\r\n'.length)
          resolve({ bytes: body.length, headerBytes, html: brotliDecompressSync(body).toString() })
        })
      })
      .on('error', reject)
  })
}
