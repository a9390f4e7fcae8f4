// public.account_checks: the site saves the account holder from the bank, the student confirms it, and admins see
// mismatches.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Account, gatherPeople, noGrant } from './people.ts'

const { ada, bola, admin, visitor, secretKey, owner, as, signUp, stop } = await gatherPeople()
afterAll(stop)
beforeEach(async () => {
  await as(owner).change(`delete from public.profiles_bank_details`)
  await as(owner).change(`delete from public.account_checks`)
})

const recordCheck = (student: Account, holder: string | null, number = '0000014579', values = '') =>
  as(secretKey).query(`select public.save_account_check($1, 'GTBank', '058', $2, $3, $4)`, [
    student.profileId,
    number,
    values,
    holder,
  ])
// A change of a stored account needs a recent password.
beforeAll(() => as(owner).change(`update auth.sessions set created_at = now()`))

const keep = async (student: Account) =>
  (await as(student).query<{ kept: boolean }>(`select public.confirm_own_account() as kept`))[0]?.kept
const details = (student: Account) =>
  as(student).query(`select bank_name, account_number, account_name from public.profiles_bank_details`)
const nameMismatches = () =>
  as(admin).query(`select profile_id, doubt, holder_name from public.account_name_mismatches($1)`, [
    [ada.profileId, bola.profileId],
  ])

describe('a student confirming an account', () => {
  it('sees the account holder and saves the bank details once by confirming', async () => {
    await recordCheck(ada, 'OBI ADA NGOZI')
    expect(await as(ada).query(`select * from public.own_account_pending()`)).toMatchObject([
      { bank_name: 'GTBank', account_number: '0000014579', holder_name: 'OBI ADA NGOZI', fits: true },
    ])
    expect(await details(ada), 'nothing is kept before the answer').toEqual([])
    expect(await keep(ada)).toBe(true)
    expect(await details(ada)).toEqual([{ bank_name: 'GTBank', account_number: '0000014579', account_name: 'OBI ADA NGOZI' }])
    expect(await keep(ada)).toBe(false)
    expect(await as(ada).query(`select * from public.own_account_pending()`)).toEqual([])
  })

  it('saves the entered name or discards the account', async () => {
    await recordCheck(ada, 'OBI ADA NGOZI', '0000014579', 'Ada Obi')
    await keep(ada)
    await recordCheck(ada, null, '1111111112')
    expect(await as(ada).query(`select public.discard_own_account() as left`)).toEqual([{ left: true }])
    expect(await keep(ada)).toBe(false)
    expect(await details(ada)).toEqual([{ bank_name: 'GTBank', account_number: '0000014579', account_name: 'Ada Obi' }])
  })

  it('sees no checks of other students and cannot write the bank’s result', async () => {
    await recordCheck(bola, 'SOMEBODY ELSE')
    expect(await as(ada).query(`select * from public.account_checks`)).toEqual([])
    expect(await as(ada).query(`select * from public.own_account_pending()`)).toEqual([])
    expect(await keep(ada)).toBe(false)
    expect(await details(bola)).toEqual([])
    for (const sql of [
      `update public.account_checks set holder_name = 'BOLA ADE'`,
      `insert into public.account_checks (profile_id, bank_name, bank_code, account_number) values ('${bola.profileId}', 'A', '058', '0000014579')`,
      `select public.save_account_check('${bola.profileId}', 'GTBank', '058', '0000014579', '', 'BOLA ADE')`,
      `select public.purge_account_checks()`,
    ]) {
      await expect(as(bola).query(sql), sql).rejects.toMatchObject(noGrant)
    }
    await expect(as(bola).query(`select * from public.account_name_mismatches('{}')`)).rejects.toMatchObject({ code: '42501' })
    await expect(as(visitor).query(`select * from public.account_checks`)).rejects.toMatchObject(noGrant)
  })
})

describe('account doubts for admins', () => {
  it('show a different or missing holder once the account is saved', async () => {
    await recordCheck(ada, 'ADEYEMI TUNDE')
    expect(await nameMismatches()).toEqual([])
    await keep(ada)
    await recordCheck(bola, null)
    await keep(bola)
    expect(new Set(await nameMismatches())).toEqual(
      new Set([
        { profile_id: ada.profileId, doubt: 'name', holder_name: 'ADEYEMI TUNDE' },
        { profile_id: bola.profileId, doubt: 'unknown', holder_name: null },
      ]),
    )
  })

  it('disappear when the student changes or deletes the account', async () => {
    for (const sql of [
      `update public.profiles_bank_details set account_number = '0000000001'`,
      `update public.profiles_bank_details set bank_name = 'Kuda'`,
    ]) {
      await recordCheck(ada, 'ADEYEMI TUNDE')
      await keep(ada)
      expect(await nameMismatches(), sql).toHaveLength(1)
      await as(ada).change(sql)
      expect(await nameMismatches(), sql).toEqual([])
    }
    await recordCheck(ada, 'ADEYEMI TUNDE')
    await keep(ada)
    await as(ada).change(`update public.profiles_bank_details set account_name = 'Ada'`)
    expect(await nameMismatches(), 'the account is the same').toHaveLength(1)
    await as(owner).change(`delete from public.profiles_bank_details where profile_id = $1`, [ada.profileId])
    expect(await as(owner).query(`select * from public.account_checks`)).toEqual([])
  })
})

describe('name matching', () => {
  it.each([
    ['OKONKWO ADAORA NGOZI', 'Adaora', 'Okonkwo', true],
    ['OKONKWO, ADAORA', 'adaora ngozi', 'OKONKWO', true],
    ['ADÉ ỌLÁ BOLA', 'Ọlá', 'Ade', true],
    ['OKONKWO-EZE ADAORA', 'Adaora', 'Eze', true],
    ['ADAORA', 'Adaora', '', true],
    ['OKONKWO CHIDI', 'Adaora', 'Okonkwo', false],
    ['A O', 'A', 'O', false],
    ['ADAORA OKONKWO', '', '', false],
  ])('compares %s with %s %s', async (holder, first, last, fits) => {
    const someone = await signUp(`n${Math.random()}@example.com`, { first_name: first, last_name: last })
    await recordCheck(someone, holder)
    expect(await as(someone).query(`select fits from public.own_account_pending()`)).toEqual([{ fits }])
  })
})

it('purges checks that were not confirmed within a week', async () => {
  await recordCheck(ada, 'OBI ADA')
  await recordCheck(bola, 'ADE BOLA')
  await keep(bola)
  await as(owner).change(`update public.account_checks set asked_at = now() - interval '8 days'`)
  expect(await as(secretKey).query(`select public.purge_account_checks() as gone`)).toEqual([{ gone: 1 }])
  expect(await as(ada).query(`select * from public.own_account_pending()`)).toEqual([])
  expect(await as(owner).query(`select profile_id from public.account_checks`)).toEqual([{ profile_id: bola.profileId }])
})
