import { expect, test } from 'vitest'
import { forfeitSentence, confirmsForfeit } from './forfeit.ts'

test.each(['I give up ₦1,500', 'i give up 1500', '  I GIVE UP  ₦ 1,500. '])('confirmsForfeit accepts %j for ₦1,500', (values) => {
  expect(confirmsForfeit(values, 150_000)).toBe(true)
})

test.each(['', 'yes', 'I give up', 'I give up 150', 'I give up ₦1,500.50', 'I do not give up ₦1,500'])(
  'confirmsForfeit rejects %j for ₦1,500',
  (values) => {
    expect(confirmsForfeit(values, 150_000)).toBe(false)
  },
)

test('confirmsForfeit compares the kobo', () => {
  expect(forfeitSentence(150_050)).toBe('I give up ₦1,500.50')
  expect(confirmsForfeit('I give up 1500.50', 150_050)).toBe(true)
})
