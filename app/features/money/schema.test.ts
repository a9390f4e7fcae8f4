import { expect, test } from 'vitest'
import { checkForm } from '#app/platform/forms/form.server.ts'
import { refundForm } from './schema.ts'

const check = (amount: string) => checkForm(refundForm, { idempotencyKey: crypto.randomUUID(), amount, reason: '' })

test.each(['0', '0.00', '₦0', '-1', 'abc'])('refundForm rejects the amount %j', (amount) => {
  expect(check(amount).errors).toHaveProperty('amount')
})

test('refundForm reads an empty amount as all that is left', () => {
  expect(check('').values).toMatchObject({ amount: null })
})
