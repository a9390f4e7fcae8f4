import { expect, it } from 'vitest'
import { countIn, sections } from './sections.ts'

it('countIn counts the kinds of a section, and those of all sections on Today', () => {
  const due = { reviews: 2, orders: 1, disputes: 1, messages: 3, copies: 1 }
  const counts = Object.fromEntries(sections.map((section) => [section.label, countIn(section, due)]))
  expect(counts).toMatchObject({ Today: 8, Reviews: 2, Money: 2, People: 3, Emails: 0, Settings: 0 })
})
