import { describe, expect, it, test } from 'vitest'
import { checkForm } from '#app/platform/forms/form.server.ts'
import { refundForm, saleForm } from './schema.ts'

const check = (amount: string) => checkForm(refundForm, { idempotencyKey: crypto.randomUUID(), amount, reason: '' })

test.each(['0', '0.00', '₦0', '-1', 'abc'])('refundForm rejects the amount %j', (amount) => {
  expect(check(amount).errors).toHaveProperty('amount')
})

test('refundForm reads an empty amount as all that is left', () => {
  expect(check('').values).toMatchObject({ amount: null })
})

describe('saleForm', () => {
  const sale = { provider: 'other', title: 'Wound care', reference: '', gross: '2000', fee: '', paid: '' }
  const idempotencyKey = '0f8fad5b-d9cb-469f-a165-70867728950e'

  it('takes the key of the form for the reference of a cash sale, which has none', () => {
    expect(checkForm(saleForm, { ...sale, idempotencyKey }).values).toMatchObject({ reference: 'by hand 0f8fad5b' })
    expect(checkForm(saleForm, { ...sale, idempotencyKey, reference: 'Book 7' }).values).toMatchObject({ reference: 'Book 7' })
  })

  it.each([
    { ...sale, provider: 'selar', idempotencyKey },
    { ...sale, title: '', provider: 'selar', idempotencyKey },
    // A tab that was opened before the form had a key.
    sale,
  ])('asks for the reference otherwise', (form) => {
    expect(checkForm(saleForm, form).errors?.reference).toBe('The reference is on the receipt')
  })
})
