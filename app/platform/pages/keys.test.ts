import { expect, test } from 'vitest'
import { getSlug } from './keys.ts'

test.each([
  ['Pain after a caesarean section', 'pain-after-a-caesarean-section'],
  ['Pain after a cæsarean section', 'pain-after-a-caesarean-section'],
  ['Ọmọ and ẹ̀jẹ̀: what mothers say', 'omo-and-eje-what-mothers-say'],
])('getSlug turns %j into %j', (title, slug) => {
  expect(getSlug(title)).toBe(slug)
})
