import { describe, expect, test } from 'vitest'
import { ask } from '../support/http.ts'
import { shared } from './sites.ts'

describe('an address without a page', () => {
  test.each([
    '/nothing.svg',
    '/icons/nothing.svg',
    '/assets/nothing.js',
    '/assets/nothing.woff2?v=1',
    '/covers/deep/nothing.WEBP',
    '/storage/v1/object/public/pages/nothing.webp',
  ])('is answered in a few bytes if it is that of a file: %s', async (address) => {
    const response = await ask(shared.url + address)
    expect(response.status).toBe(404)
    expect(response.headers['content-type']).toContain('text/plain')
    expect(response.text).toBe('Not found')
  })

  test.each(['/icons/nothing', '/no/such.page', '/material-preview/nothing.png', '/blog/2026/nothing.jpg'])(
    'is answered with the page for people otherwise: %s',
    async (address) => {
      const response = await ask(shared.url + address)
      expect(response.status).toBe(404)
      expect(response.headers['content-type']).toContain('text/html')
    },
  )
})

test.each(['/sw.js', '/topics-directory/all.json', '/manifest.webmanifest', '/sitemap/pages.xml', '/search?q=style.css'])(
  '%s is served although its address looks like that of a file',
  async (address) => {
    expect((await ask(shared.url + address)).status).toBe(200)
  },
)
