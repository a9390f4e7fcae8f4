import { expect, test } from 'vitest'
import type { Receipt } from '#app/services/orders.ts'
import { describeReceipt } from './receipt.ts'

const seller = {
  business_name: '',
  business_address: '12 Example Road\nUyo',
  business_tax_number: '123-456',
  site: 'Lamplight',
  email: 'hello@lamplight.example',
}
const receipt: Receipt = {
  number: 'LR-2026-00482',
  reference: 'LL-7KQM-2F4D',
  title: 'Care of a newborn with jaundice',
  category: 'case-studies',
  email: 'adaobi@example.ng',
  domain: 'live',
  created_at: '2026-11-20T09:00:00Z',
  paid_at: '2026-11-24T09:42:00Z',
  amount_kobo: 160_000,
  list_kobo: 200_000,
  discount_code: 'NSUKKA20',
  paid_kobo: 160_000,
  currency: 'NGN',
  vat_hundredths: 0,
  vat_kobo: 0,
  refunds: [],
  payer_name: 'Adaobi Okafor',
  payer_school: '',
}
const describe = (changes: Partial<Receipt> = {}) =>
  describeReceipt({ ...receipt, ...changes }, seller, 'https://l.example/orders/x')
const amounts = (changes: Partial<Receipt> = {}) => describe(changes).rows.map(({ text, amount }) => `${text}: ${amount}`)

test('a receipt says what was paid, with the code and for whom', () => {
  const paper = describe()
  expect(paper).toMatchObject({ title: 'Receipt LR-2026-00482', stamp: { text: 'Paid', isGood: true } })
  expect(paper.seller).toEqual({
    name: 'Lamplight',
    lines: ['12 Example Road', 'Uyo', 'hello@lamplight.example', 'Tax number 123-456'],
  })
  expect(paper.facts[0]).toEqual({ term: 'For', lines: ['Adaobi Okafor', 'adaobi@example.ng'] })
  expect(amounts()).toEqual(['Care of a newborn with jaundice: ₦2,000', 'Code NSUKKA20: −₦400', 'Paid: ₦1,600'])
})

test('a refund in part and in full, and the tax in the price', () => {
  const refunds = [{ made_at: '2026-11-26T09:00:00Z', amount_kobo: 80_000 }]
  expect(amounts({ refunds, vat_hundredths: 750, vat_kobo: 11_163 }).slice(2)).toEqual([
    'Paid: ₦1,600',
    'VAT of 7.5 % in it: ₦111.63',
    'Refunded on 26 Nov 2026: −₦800',
    'Paid after the refund: ₦800',
  ])
  expect(describe({ refunds }).stamp).toEqual({ text: 'Partly refunded', isGood: false })
  expect(describe({ refunds: [{ ...refunds[0], amount_kobo: 160_000 } as never] }).stamp.text).toBe('Refunded')
})

test('an invoice is not paid, says until when and how, and is no receipt', () => {
  const paper = describe({ number: null, paid_kobo: null, paid_at: null })
  expect(paper).toMatchObject({
    title: 'Invoice LL-7KQM-2F4D',
    date: '20 Nov 2026, to be paid by 4 Dec 2026',
    stamp: { text: 'Not paid yet', isGood: false },
  })
  expect(paper.facts.at(-1)?.lines[0]).toBe('https://l.example/orders/x')
  expect(paper.rows.at(-1)).toEqual({ text: 'To pay', amount: '₦1,600', isTotal: true })
})
