import { expect, test, vi } from 'vitest'
import { openBankList } from './bank-accounts.ts'
import { openPaystack, PaystackUnknownOutcomeError } from './client.ts'
import { openPaystackSimulator, SIMULATOR_ORIGIN } from '#dev/paystack-simulator/simulator.ts'

const secretKey = 'sk_test_0123456789abcdef0123456789abcdef01234567'
const simulator = openPaystackSimulator({ secretKey, siteUrl: 'http://localhost', file: null, tell: async () => {} })
const paystack = openPaystack({ url: SIMULATOR_ORIGIN, secretKey, fetch: simulator.fetch })

test('fetches the open banks from Paystack page by page', async () => {
  const page = (of: number) =>
    Array.from({ length: of === 3 ? 7 : 100 }, (_each, at) => ({
      name: `Bank ${of}-${at}`,
      code: `${of}${String(at).padStart(3, '0')}`,
      active: at !== 5,
      is_deleted: at === 6,
    }))
  const asked: string[] = []
  const many = openPaystack({
    url: 'http://x',
    secretKey,
    fetch: async (input) => {
      const { url } = new Request(input)
      asked.push(url)
      const data = page(Number(new URL(url).searchParams.get('page')))
      return Response.json({ status: true, message: '', data: [...data, ...(data.length < 100 ? [{ name: '' }] : [])] })
    },
  })
  const banks = await many.banks()
  expect(asked).toHaveLength(3)
  expect(banks).toHaveLength(98 + 98 + 5)
  expect(banks).toContainEqual({ name: 'Bank 3-0', code: '3000' })
})

test("returns the account holder's name or null, and rejects wrong lengths and unknown banks", async () => {
  expect(await paystack.getHolder({ bankCode: '058', accountNumber: '0000014579' })).toBe('OKONKWO ADAORA NGOZI')
  expect(await paystack.getHolder({ bankCode: '058', accountNumber: '1111111111' })).toBeNull()
  expect(await paystack.getHolder({ bankCode: '058', accountNumber: '123' })).toBeNull()
  expect(await paystack.getHolder({ bankCode: '777', accountNumber: '0000014579' })).toBeNull()
  const another = openPaystack({ url: SIMULATOR_ORIGIN, secretKey: `${secretKey}x`, fetch: simulator.fetch })
  await expect(another.getHolder({ bankCode: '058', accountNumber: '0000014579' })).rejects.toMatchObject({ status: 401 })
})

test('caches the list for a day, maps our own names to the same codes and prefers an old list to none', async () => {
  const clock = { now: 0 }
  let away = false
  let asked = 0
  const list = openBankList(
    {
      async banks() {
        asked += 1
        if (away) {
          throw new PaystackUnknownOutcomeError('unavailable')
        }
        return paystack.banks()
      },
    },
    () => clock.now,
  )
  expect(await Promise.all([list.getCode('GTBank'), list.getCode('guaranty trust bank'), list.getCode('Providus Bank')])).toEqual(
    ['058', '058', '101'],
  )
  expect(await list.getCode('A bank nobody knows')).toBeNull()
  expect(asked).toBe(1)
  away = true
  clock.now += 25 * 3_600_000
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(await list.getCode('Providus Bank')).toBe('101')
  await vi.waitFor(() => expect(log).toHaveBeenCalled())
  expect(await list.getCode('Providus Bank')).toBe('101')
  expect(asked).toBe(2)
  log.mockRestore()
})

test('uses the codes of our own list until Paystack responds', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const list = openBankList({
    banks: async () => {
      throw new PaystackUnknownOutcomeError('unavailable')
    },
  })
  expect([await list.list(), await list.getCode('Kuda'), await list.getCode('Providus Bank')]).toEqual([null, '50211', null])
  log.mockRestore()
})
