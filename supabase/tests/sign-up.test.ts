// The trigger on auth.users: it creates a profile from any sign-up data, and no data can make the sign-up fail.
import { afterAll, describe, expect, it } from 'vitest'
import { gatherPeople } from './people.ts'

const { as, owner, signUp, stop } = await gatherPeople()
afterAll(stop)

let accounts = 0
const newAddress = () => `student${(accounts += 1)}@example.com`

/** Returns the profile created from this metadata. */
async function profileFrom(metadata: unknown) {
  const { profileId } = await signUp(newAddress(), metadata)
  const [profile] = await as(owner).query(
    `select first_name, last_name, "Institition", year_of_study, user_type, total_earnings, phone_number from public.profiles where id = $1`,
    [profileId],
  )
  return profile
}

const empty = {
  first_name: '',
  last_name: '',
  Institition: null,
  year_of_study: 0,
  user_type: 'Student',
  total_earnings: 0,
  phone_number: null,
}

describe('the created profile', () => {
  it('has the trimmed sign-up data', async () => {
    const metadata = {
      first_name: ' Ngozi ',
      last_name: "O'Neil-Ọ̀ṣun",
      institution_of_study: 'School of Nursing, Kano',
      gender: 'female',
      current_year_of_study: 'year-3',
    }
    expect(await profileFrom(metadata)).toEqual({
      ...empty,
      first_name: 'Ngozi',
      last_name: "O'Neil-Ọ̀ṣun",
      Institition: 'School of Nursing, Kano',
      year_of_study: 3,
    })
  })

  it.each([
    ['year-1', 1],
    ['year-2', 2],
    ['year-3', 3],
    ['year-4', 4],
    ['year-5', 5],
    ['postgraduate', 6],
    ['graduate', 7],
    ['year-6', 0],
    ['YEAR-1', 0],
    ['', 0],
    [2, 0],
    [null, 0],
    [['year-1'], 0],
    [{ year: 'year-1' }, 0],
  ])('stores the year %j as %i', async (year, stored) => {
    expect(await profileFrom({ current_year_of_study: year })).toEqual({ ...empty, year_of_study: stored })
  })

  it('has no institution for an empty one', async () => {
    expect(await profileFrom({ institution_of_study: '   ' })).toEqual(empty)
  })

  it('has names cut to the maximum length', async () => {
    const long = 'ọ'.repeat(100_000)
    expect(await profileFrom({ first_name: long, last_name: long, institution_of_study: long })).toEqual({
      ...empty,
      first_name: 'ọ'.repeat(100),
      last_name: 'ọ'.repeat(100),
      Institition: 'ọ'.repeat(200),
    })
  })
})

describe('the role of the created profile', () => {
  it.each([
    [{ user_type: 'Admin' }],
    [{ user_type: 'Admin', total_earnings: 5_000_000, role: 'service_role', is_admin: true, phone_number: '1' }],
    [{ first_name: { user_type: 'Admin' } }],
    [JSON.stringify({ user_type: 'Admin' })],
  ])('is Student for %j', async (metadata) => {
    expect(await profileFrom(metadata)).toEqual(empty)
  })

  it('is Student for any other column of the account', async () => {
    const { profileId, userId } = await signUp(newAddress())
    await as(owner).change(
      `update auth.users set role = 'service_role', raw_app_meta_data = '{"user_type":"Admin"}', raw_user_meta_data = '{"user_type":"Admin"}' where id = $1`,
      [userId],
    )
    expect(await as(owner).query(`select user_type from public.profiles where id = $1`, [profileId])).toEqual([
      { user_type: 'Student' },
    ])
  })
})

describe('invalid sign-up data', () => {
  it.each([
    ['none at all', undefined],
    ['null', null],
    ['an empty object', {}],
    ['a number', 42],
    ['a boolean', true],
    ['an array', ['first_name', 'Ada']],
    ['an array of objects', [{ first_name: 'Ada' }]],
    ['a string that is no JSON', 'first_name=Ada'],
    ['an empty string', ''],
    ['a string of a string', JSON.stringify('first_name')],
    ['a string with an impossible character', '{"first_name": "\\u0000"}'],
    ['names that are numbers, lists and objects', { first_name: 5, last_name: ['Obi'], institution_of_study: { name: 'UNTH' } }],
    ['names that are null', { first_name: null, last_name: null, institution_of_study: null }],
  ])('create an empty profile for %s', async (_kind, metadata) => {
    expect(await profileFrom(metadata)).toEqual(empty)
  })

  it('are parsed when a JSON object is sent as a string', async () => {
    expect(await profileFrom(JSON.stringify({ first_name: 'Ada', current_year_of_study: 'graduate' }))).toEqual({
      ...empty,
      first_name: 'Ada',
      year_of_study: 7,
    })
  })

  it('lose only the invalid field', async () => {
    expect(await profileFrom({ first_name: 'Ada', last_name: { deep: [1] } })).toEqual({ ...empty, first_name: 'Ada' })
  })

  it('retain SQL in a name as text', async () => {
    expect(await profileFrom({ first_name: `'); drop table public.profiles; --` })).toEqual({
      ...empty,
      first_name: `'); drop table public.profiles; --`,
    })
  })
})
