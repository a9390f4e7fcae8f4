import { expect, test } from 'vitest'
import { describeUnconfirmed } from './account-holder.ts'

test.each([
  ['0000014579', null, 'Not yet checked by the bank.'],
  ['0000014579', 'unknown', 'The bank knows no account with this number.'],
  ['0000014579', { name: 'OKONKWO ADAORA NGOZI' }, null],
  ['', null, null],
  [null, null, null],
] as const)('describeUnconfirmed describes the account %s of %j', (number, holder, text) => {
  expect(describeUnconfirmed(number, holder)).toBe(text)
})
