import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { describeProof } from './disputes.ts'
import { getProof } from './files/proof.ts'

test('getProof states the sale, the payment and the downloads on as many pages as needed', async () => {
  const input = {
    words: 'She had it at once. '.repeat(200),
    buyer_name: '',
    buyer_phone: '',
    amount_kobo: 350_000,
    email: 'ada@example.com',
    title: 'Care of mothers in Ọ̀yọ́',
    paid_at: '2026-11-22T09:00:00Z',
    paid_kobo: 350_000,
    paid_currency: 'NGN',
    downloads: ['2026-11-22T09:01:00Z', '2026-11-22T20:00:00Z'],
  }
  const { text } = await extractText(await getDocumentProxy(await getProof(describeProof('LL-K7Q2-9FXM', input))))
  expect(text.length).toBeGreaterThan(1)
  const all = text.join(' ').replaceAll(/\s+/g, ' ')
  for (const part of ['LL-K7Q2-9FXM', 'Care of mothers in Oyo', 'NGN 3,500', '10:00', 'ada@example.com', '2 times', 'at once.']) {
    expect(all, part).toContain(part)
  }
  const little = describeProof('R', { ...input, downloads: [], email: '', words: '' }).join(' ')
  expect(little).toContain('The file was not downloaded.')
  expect(little).toContain('The address of the buyer was deleted with the account.')
})

test('describeProof names the currency of the payment', () => {
  const input = { words: '', buyer_name: '', buyer_phone: '', amount_kobo: 1200, email: '', title: 'T', downloads: [] }
  const lines = describeProof('R', { ...input, paid_at: null, paid_kobo: 1200, paid_currency: 'USD' })
  expect(lines.join(' ').replaceAll(/\s/g, ' ')).toContain('Paid: USD 12.00, through Paystack.')
})
