// private.has_hidden_characters: the same rule as hasHiddenCharacters of the forms, in every column with an address.
import { afterAll, describe, expect, it } from 'vitest'
import { hasHiddenCharacters } from '#app/platform/forms/fields.ts'
import { badValue, gatherPeople } from './people.ts'

const { ada, as, owner, signUp, stop } = await gatherPeople()
afterAll(stop)

const ADDRESSES = ['\u202e', '\u2066', '\u200b', '\u0085', '\u{e0061}'].map((character) => `a${character}da@mail.ng`)

it('has_hidden_characters agrees with the forms on every character of the first plane and around each hidden one beyond', async () => {
  const isHidden = (code: number) => hasHiddenCharacters(String.fromCodePoint(code))
  const codes: number[] = []
  for (let code = 1; code < 0x10_ff_ff; code += 1) {
    const isSurrogate = code >= 0xd8_00 && code <= 0xdf_ff
    if (!isSurrogate && (code < 0x1_00_00 || isHidden(code) || isHidden(code - 1) || isHidden(code + 1))) {
      codes.push(code)
    }
  }
  const rows = await as(owner).query<{ code: number }>(
    `select code from unnest(string_to_array($1, ',')::int[]) as code where private.has_hidden_characters(chr(code)) order by code`,
    [codes.join(',')],
  )
  expect(rows.map(({ code }) => code)).toEqual(codes.filter(isHidden))
})

it('has_hidden_characters accepts real addresses and telephone numbers', async () => {
  for (const words of ['ada@gmail.com', 'Ọlá@ìbàdàn.ng', 'ada+tag@sub.example.co.uk', '+234 (0)803 123-4567', '']) {
    expect(await as(owner).query(`select private.has_hidden_characters($1) as hidden`, [words])).toEqual([{ hidden: false }])
  }
})

describe.each(ADDRESSES)('the address %j', (address) => {
  it('is rejected for an account', async () => {
    await expect(signUp(address)).rejects.toMatchObject(badValue)
    const change = as(owner).change(`update auth.users set email = $1 where id = $2`, [address, ada.userId])
    await expect(change).rejects.toMatchObject(badValue)
  })

  it('is rejected as the contact of a topic request', async () => {
    const asking = as(ada).change(`insert into public.topic_requests (user_id, topic, contact) values ($1, 'Pain', $2)`, [
      ada.profileId,
      address,
    ])
    await expect(asking).rejects.toMatchObject(badValue)
  })

  it('is rejected for an order', async () => {
    const ordering = as(owner).change(
      `with work as (insert into public.research_materials (slug, title, category) values ('pain', 'Pain', 'seminar') returning id)
       insert into private.orders (reference, material_id, title, email, amount_kobo, domain)
       select 'LL-0000-0000', id, 'Pain', $1, 100, 'test' from work`,
      [address],
    )
    await expect(ordering).rejects.toMatchObject(badValue)
  })

  it('gets no email', async () => {
    const [row] = await as(owner).query(`select private.queue_email_to($1, 'test-only', null) as id`, [address])
    expect(row).toEqual({ id: null })
    const writing = as(owner).change(`insert into public.outbox (recipient, template) values ($1, 'test-only')`, [address])
    await expect(writing).rejects.toMatchObject(badValue)
  })
})
