import type { Hono } from 'hono'
import type { Answers } from './responses.ts'

/** Some banks of Paystack's list, by the names that it has for them. */
const banks = [
  ['Access Bank', '044'],
  ['Ecobank Nigeria', '050'],
  ['Fidelity Bank', '070'],
  ['First Bank of Nigeria', '011'],
  ['First City Monument Bank', '214'],
  ['Guaranty Trust Bank', '058'],
  ['Kuda Bank', '50211'],
  ['Moniepoint MFB', '50515'],
  ['OPay Digital Services Limited (OPay)', '999992'],
  ['PalmPay', '999991'],
  ['Providus Bank', '101'],
  ['Stanbic IBTC Bank', '221'],
  ['Sterling Bank', '232'],
  ['Union Bank of Nigeria', '032'],
  ['United Bank For Africa', '033'],
  ['Wema Bank', '035'],
  ['Zenith Bank', '057'],
] as const

/** Whose accounts a trial has: by the sum of the number's digits. */
const holders = [
  'BELLO AMINA HADIZA',
  'ADEYEMI TUNDE',
  'OBI CHIDINMA',
  'YUSUF IBRAHIM SANI',
  'EKPO EMEM GRACE',
  'OKONKWO ADAORA NGOZI',
  'LAWAL RUKAYAT',
] as const

/** The simulator's answers about banks and accounts. A number of ten equal digits is nobody's. */
export function addBanks(api: Hono, { done, refuse }: Answers): void {
  api.get('/bank', (c) => {
    const [perPage, page] = [Number(c.req.query('perPage') ?? 50), Number(c.req.query('page') ?? 1)]
    if (c.req.query('country') !== 'nigeria' || !(perPage > 0 && perPage <= 100) || !(page > 0)) {
      return refuse(400, 'Invalid country or page', 'invalid_params')
    }
    return done(
      'Banks retrieved',
      banks.slice((page - 1) * perPage, page * perPage).map(([name, code], at) => ({
        id: (page - 1) * perPage + at + 1,
        name,
        slug: name.toLowerCase().replaceAll(/[^a-z]+/g, '-'),
        code,
        active: true,
        is_deleted: null,
        country: 'Nigeria',
        currency: 'NGN',
        type: 'nuban',
      })),
    )
  })
  api.get('/bank/resolve', (c) => {
    const { account_number: number = '', bank_code: code = '' } = c.req.query()
    if (!/^\d{10}$/.test(number)) {
      return refuse(400, 'Account number must be 10 digits', 'invalid_params')
    }
    if (!banks.some(([, known]) => known === code)) {
      return refuse(400, 'Unknown bank code', 'invalid_bank_code')
    }
    const account_name = holderOf(number)
    return account_name === null
      ? refuse(422, 'Could not resolve account name. Check parameters or try again.', 'invalid_account_number')
      : done('Account number resolved', { account_number: number, account_name, bank_id: 1 })
  })
}

/** Whether the simulator has a bank of this code. */
export const isBank = (code: string) => banks.some(([, known]) => known === code)

/** Whose account of a trial this is; null: nobody's. */
export function holderOf(number: string): string | null {
  const digits = Array.from(number, Number)
  const sum = digits.reduce((total, digit) => total + digit, 0)
  return new Set(digits).size === 1 ? null : (holders[sum % holders.length] ?? null)
}
