import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { plainPage } from './plain-page.ts'

const app = new Hono()
app.get('/failed', (c) => plainPage(c, 500, { title: 'Something went wrong', text: 'Try <again>.', reference: 'K7QX-9F3M' }))
app.get('/refused', (c) => plainPage(c, 413, { title: 'Too large', text: 'Shorten it.' }))

test('plainPage sends a browser a page with the reference and without scripts', async () => {
  const response = await app.request('/failed', { headers: { accept: 'text/html,*/*' } })
  const html = await response.text()
  expect(response.status).toBe(500)
  expect(response.headers.get('x-reference')).toBe('K7QX-9F3M')
  expect(html).toContain('<h1>Something went wrong</h1>')
  expect(html).toContain('Try &lt;again&gt;.')
  expect(html).toContain('K7QX-9F3M')
  const policy = response.headers.get('content-security-policy')
  const styles = html.match(/<style>([\s\S]*?)<\/style>/)?.[1] ?? ''
  expect(policy).toContain(`'sha256-${createHash('sha256').update(styles).digest('base64')}'`)
  expect(policy).not.toContain('script-src')
})

test('plainPage sends a program the sentence alone', async () => {
  const response = await app.request('/failed')
  expect(response.headers.get('content-type')).toContain('text/plain')
  expect(await response.text()).toBe('Something went wrong. Try <again>. Reference: K7QX-9F3M')
  expect(await (await app.request('/refused')).text()).toBe('Too large. Shorten it.')
})
