import { expect, test } from 'vitest'
import { describeSuspicions } from './suspicious.ts'

test.each([
  [{ sales: 3, refunded: 3, own_browser: 0 }, []],
  [{ sales: 12, refunded: 3, own_browser: 0 }, []],
  [{ sales: 9, refunded: 3, own_browser: 1 }, ['One purchase was made in the rep’s own browser.', '3 of 9 sales were refunded.']],
  [{ sales: 2, refunded: 0, own_browser: 2 }, ['2 purchases were made in the rep’s own browser.']],
])('describeSuspicions of %o', (rep, expected) => {
  expect(describeSuspicions(rep)).toEqual(expected)
})
