import { expect, test } from 'vitest'
import * as v from 'valibot'
import { template } from './template.tsx'

const values = template(v.object({ title: v.string() }), ({ title }) => ({ subject: title, body: <p>{title}</p> }))

test.each([
  ['Hand hygiene\r\nBcc: evil@example.com', 'Hand hygiene Bcc: evil@example.com'],
  ['one\u2028two\u0000three', 'one two three'],
])('template joins the subject %j into one line', (title, subject) => {
  expect(values({ title }, { siteUrl: 'https://lamplight.ng' }).subject).toBe(subject)
})

test('template cuts a long subject to 150 characters', () => {
  expect(values({ title: 'a'.repeat(5000) }, { siteUrl: 'https://lamplight.ng' }).subject).toHaveLength(150)
})
