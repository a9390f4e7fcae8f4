import { expect, test } from 'vitest'
import { classLink, classText, shownLink } from './class-link.ts'

test('a class link can be typed, and its text says that the sender earns', () => {
  const link = classLink('https://lamplight.example', 'AMAKA7')
  expect(link).toBe('https://lamplight.example/?by=AMAKA7')
  expect(shownLink(link)).toBe('lamplight.example/?by=AMAKA7')
  expect(classText(link)).toMatch(/I get a part .*: https:\/\/lamplight\.example\/\?by=AMAKA7$/)
})
