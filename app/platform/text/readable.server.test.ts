import { expect, test } from 'vitest'
import { picturePath } from './own-pictures.ts'
import { cleanHtml, emailHtml, readableHtml, storableHtml } from './readable.server.ts'

const own = picturePath('posts/0b0f5f3e-1c1f-4f3a-9d52-7f0a8f1f2a3b-1200x800.webp')
const picture = (src: string) =>
  `<p>Before</p><figure><img src="${src}" alt="A chart" /><figcaption>Figure 1</figcaption></figure>`

test('cleanHtml shows our pictures over a placeholder, at the public address', () => {
  expect(cleanHtml(picture(own), 'https://abc.supabase.co').html).toContain(
    `<span class="frame"><img src="https://abc.supabase.co${own}" width="1200" height="800" alt="A chart" loading="lazy" /></span>`,
  )
})

test.each([
  'https://example.com/a.png',
  'http://example.com/a.png',
  '//example.com/a.png',
  'data:image/png;base64,AAAA',
  '/auth/sign-out',
])('cleanHtml replaces %s, which the policy forbids, and leaves the text', (src) => {
  const { html } = cleanHtml(picture(src))
  expect(html).not.toContain('<img')
  expect(html).toContain('<em class="no-pic">Picture not shown: A chart</em>')
  expect(html).toContain('Before')
  expect(html).toContain('Figure 1')
})

test('emailHtml has whole addresses, no pictures and no scripts', () => {
  const html = emailHtml(
    '## New\n\n[Works](/marketplace) [Bad](javascript:alert) ![A](/a.png)<script>x</script>',
    'https://lamplight.ng',
  )
  expect(html).toContain('<a href="https://lamplight.ng/marketplace"')
  expect(html).toContain('<h2 style=')
  expect(html).not.toMatch(/<img|<script|javascript/)
})

test('cleanHtml and readableHtml show b and i as strong and em', () => {
  const html = '<p><b>Bold</b>, <i>slanted</i> and <b><i>both</i></b></p>'
  const shown = '<p><strong>Bold</strong>, <em>slanted</em> and <strong><em>both</em></strong></p>'
  expect([cleanHtml(html).html, storableHtml(html), readableHtml(html).html.trim()]).toEqual([shown, shown, shown])
})

test('storableHtml retains stored pictures of other sites for editing', () => {
  expect(storableHtml(picture('https://example.com/a.png'))).toContain('src="https://example.com/a.png"')
})

test.each(['', '## One\n\nTwo <script>x</script>*three*', 'constructor', '__proto__'])(
  'readableHtml returns the same result each time for %j',
  (source) => {
    const first = readableHtml(source)
    expect(readableHtml(source)).toEqual(first)
    expect(first.html).not.toContain('script')
  },
)

test('readableHtml does not return the cached result of another text', () => {
  expect(readableHtml('one').html).toContain('one')
  expect(readableHtml('two').html).toContain('two')
  expect(readableHtml('one').html).toContain('one')
})
