import * as v from 'valibot'
import { expect, test } from 'vitest'
import { picturePath } from '#app/platform/text/own-pictures.ts'
import { checkForm } from '#app/platform/forms/form.server.ts'
import { postForm } from './fields.ts'

const own = picturePath('posts/0b0f5f3e-1c1f-4f3a-9d52-7f0a8f1f2a3b-1200x800.webp')
const post = { post_title: 'Fluid charts', upload_date: '2026-11-02' }
const reasons = (fields: Record<string, string>) => checkForm(postForm, { ...post, ...fields }).errors

test('postForm accepts our pictures in the body and the header, by path or absolute address', () => {
  for (const address of [own, `https://lamplight.example${own}`]) {
    const { post_body, image_url } = v.parse(postForm, {
      ...post,
      post_body: `![A chart](${address})`,
      image_url: address,
      image_alt: 'A chart',
    })
    expect(post_body).toBe(`<p><img src="${own}" width="1200" height="800" alt="A chart" loading="lazy" /></p>`)
    expect(image_url).toBe(own)
  }
})

test.each([
  ['![A chart](https://example.com/a.png)', 'https://example.com/a.png'],
  ['Words and <img src="http://example.com/a.png">', 'http://example.com/a.png'],
  ['![A chart](data:image/png;base64,AAAA)', 'data:image/png;base64,AAAA'],
  ['![A chart](/auth/sign-out)', '/auth/sign-out'],
])('postForm names the foreign picture in the body %s', (post_body, address) => {
  expect(reasons({ post_body })?.post_body).toBe(
    `Pictures of other sites are not shown: ${address}. Send the picture itself with the button "Picture", or take it out.`,
  )
})

test('postForm ignores pictures inside code', () => {
  expect(
    reasons({ post_body: '`![A chart](https://example.com/a.png)` and\n\n    <img src="https://example.com/a.png">' }),
  ).toBeNull()
})

test('postForm rejects a header picture of another site and accepts an empty one', () => {
  expect(reasons({ image_url: 'https://example.com/a.png' })?.image_url).toMatch(/^Pictures of other sites are not shown\./)
  expect(reasons({ image_url: '' })).toBeNull()
})

test.each(['2026-02-30', '0000-01-01', '20-11-2026', 'yesterday'])('postForm rejects the day %s', (upload_date) => {
  expect(reasons({ upload_date })?.upload_date).toBe('A day, such as 2026-11-20')
})

test('postForm requires a description of the picture at the head', () => {
  expect(reasons({ image_url: own })).toEqual({ image_alt: expect.stringMatching(/^Say what the picture shows/) })
  expect(reasons({ image_url: own, image_alt: 'A chart on a wall' })).toBeNull()
})
