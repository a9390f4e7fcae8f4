import type { Hono } from 'hono'
import * as v from 'valibot'
import { responses } from './responses.ts'
import * as requests from './requests.ts'

const { done, reject } = responses
const bankQuery = v.object({
  country: v.picklist(['ghana', 'kenya', 'nigeria', 'south africa']),
  currency: v.optional(v.picklist(['GHS', 'KES', 'NGN', 'ZAR'])),
})

/** Some banks, with the names in Paystack's list. */
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

/** Account holders in demo mode, selected by the sum of the account number's digits. */
const holders = [
  'BELLO AMINA HADIZA',
  'ADEYEMI TUNDE',
  'OBI CHIDINMA',
  'YUSUF IBRAHIM SANI',
  'EKPO EMEM GRACE',
  'OKONKWO ADAORA NGOZI',
  'LAWAL RUKAYAT',
] as const

/** Adds the API calls for banks and accounts. A number of ten equal digits does not exist. */
export function addBanks(api: Hono): void {
  api.get('/bank', (c) => {
    const query = v.safeParse(bankQuery, c.req.query())
    if (!query.success) {
      return reject(400, `Invalid value: ${v.getDotPath(query.issues[0]) ?? 'query'}`, 'invalid_params')
    }
    const rows = query.output.country === 'nigeria' ? banks : []
    return requests.listPage(
      c,
      rows.toReversed().map(([name, code]) => ({
        at: 0,
        data: {
          id: Number(code),
          name,
          slug: name.toLowerCase().replaceAll(/[^a-z]+/g, '-'),
          code,
          longcode: '',
          gateway: null,
          pay_with_bank: false,
          supports_transfer: true,
          available_for_direct_debit: false,
          active: true,
          is_deleted: null,
          country: 'Nigeria',
          currency: 'NGN',
          type: 'nuban',
          createdAt: '2020-01-01T00:00:00.000Z',
          updatedAt: '2020-01-01T00:00:00.000Z',
        },
      })),
    )
  })
  api.get('/bank/resolve', (c) => {
    const { account_number: number, bank_code: code } = c.req.query()
    if (number === undefined || code === undefined) {
      return reject(400, 'account_number and bank_code are required', 'missing_params')
    }
    if (!/^\d{10}$/.test(number)) {
      return reject(400, 'Account number must be 10 digits', 'invalid_params')
    }
    if (!banks.some(([, known]) => known === code)) {
      return reject(400, 'Unknown bank code', 'invalid_bank_code')
    }
    const account_name = getHolder(number)
    return account_name === null
      ? reject(422, 'Could not resolve account name. Check parameters or try again.', 'invalid_account_number')
      : done('Account number resolved', { account_number: number, account_name, bank_id: 1 })
  })
}

/** Returns true if the simulator has a bank with this code. */
export const isBank = (code: string) => banks.some(([, known]) => known === code)

/** Returns the account holder's name for a demo account number, or null if the account does not exist. */
export function getHolder(number: string): string | null {
  const digits = Array.from(number, Number)
  const sum = digits.reduce((total, digit) => total + digit, 0)
  return new Set(digits).size === 1 ? null : (holders[sum % holders.length] ?? null)
}
