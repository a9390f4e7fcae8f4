// The admin console's page of one student or buyer, and the notes on it.
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { getPaymentServices } from './bought.ts'
import { gatherPeople, noGrant } from './people.ts'

const people = await gatherPeople()
const { ada, bola, admin, visitor, secretKey, owner, sendIn, signUp, as, stop } = people
const shop = getPaymentServices(people)
afterAll(stop)

type Details = {
  profile_id: string | null
  email: string | null
  order_count: number
  spent_kobo: number
  orders: { id: string; reference: string; reached_limit: number | null }[]
  payouts: object[]
  student: {
    earnings: { earned_kobo: number; sales: number; eligibility: { eligibility: string; reason: string | null } | null }
    bank: object | null
    unconfirmed_bank: object | null
    uploads: object[]
  } | null
  hold: { id: string; reason: string; is_return: boolean } | null
  notes: { id: string; words: string; author: string }[]
  events: { kind: string; title: string; record: string; amount_kobo: number | null; state: string | null }[]
}
const details = async (profile: string | null, email: string | null = null) =>
  (await as(admin).query<{ it: Details | null }>(`select public.person_details($1, $2) as it`, [profile, email]))[0]?.it ?? null
const addNote = async (profile: string | null, email: string | null, words: string, id = randomUUID()) =>
  (await as(admin).query<{ it: boolean }>(`select public.add_person_note($1, $2, $3, $4) as it`, [id, profile, email, words]))[0]
    ?.it
/** Signs a student up whose address is confirmed. */
const confirmed = async (email: string) => {
  const student = await signUp(email)
  await as(owner).change(`update auth.users set email_confirmed_at = now() where id = $1`, [student.userId])
  return student
}
const deleteNote = async (id: string) =>
  (await as(admin).query<{ it: boolean }>(`select public.delete_person_note($1) as it`, [id]))[0]?.it

describe('person_details', () => {
  it('returns the orders of a buyer without an account in any letter case', async () => {
    const first = await shop.paid({ email: 'Guest.Buyer@mail.ng' })
    const second = await shop.begin(first.material, { email: 'guest.buyer@mail.ng' })
    const found = await details(null, 'GUEST.buyer@mail.ng')
    expect(found).toMatchObject({
      profile_id: null,
      email: 'guest.buyer@mail.ng',
      order_count: 2,
      spent_kobo: 350_000,
      student: null,
    })
    expect(found?.orders.map(({ id }) => id).toSorted()).toEqual([first.id, second.id].toSorted())
  })

  it('returns a student with earnings, also by the address of their orders', async () => {
    const student = await confirmed('reads-and-sells@example.com')
    const { id: material } = await shop.work(3500, student)
    await shop.paid({ material })
    await shop.paid({ email: student.email })
    const found = await details(student.profileId)
    expect(found).toMatchObject({
      profile_id: student.profileId,
      order_count: 1,
      student: { earnings: { earned_kobo: 175_000, sales: 1 } },
    })
    expect(await details(null, student.email)).toEqual(found)
  })

  it('gives no orders to an account that has not confirmed their address', async () => {
    await shop.paid({ email: 'claimed@mail.ng' })
    const claimer = await signUp('claimed-later@example.com')
    await as(owner).change(`update auth.users set email = 'claimed@mail.ng', email_confirmed_at = null where id = $1`, [
      claimer.userId,
    ])
    expect(await details(claimer.profileId)).toMatchObject({ email: null, order_count: 0, orders: [] })
    expect(await details(null, 'claimed@mail.ng')).toMatchObject({ profile_id: null, order_count: 1 })
  })

  it("lists the refunds and disputes of a buyer's orders, and nobody else's", async () => {
    const order = await shop.paid({ email: 'disputes@mail.ng' })
    await shop.paid({ email: 'does-not@mail.ng' })
    await as(owner).change(`update private.orders set refund_state = 'asked', refund_asked_at = now() where id = $1`, [order.id])
    await as(owner).change(
      `insert into private.order_refunds (id, order_id, amount_kobo, currency, status, made_at)
       values ('re1', $1, 100000, 'NGN', 'processed', now() + interval '1 minute')`,
      [order.id],
    )
    await as(owner).change(
      `insert into private.order_disputes (id, order_id, status, state, amount_kobo, created_at)
       values ('77', $1, 'resolved', 'won', 350000, now() + interval '2 minutes')`,
      [order.id],
    )
    expect((await details(null, 'disputes@mail.ng'))?.events).toMatchObject([
      { kind: 'dispute', record: order.id, amount_kobo: 350_000, state: 'won' },
      { kind: 'refund', record: order.id, amount_kobo: 100_000, state: 'processed' },
      { kind: 'refund_asked', record: order.id },
    ])
    expect((await details(null, 'does-not@mail.ng'))?.events).toEqual([])
  })

  it('lists the messages of an address and our replies', async () => {
    await shop.paid({ email: 'writes@mail.ng' })
    await as(secretKey).query(`select public.receive_message('Ngozi', 'Writes@mail.ng', 'order', 'Where is\n my file?')`)
    const [row] = await as(admin).query<{ id: string }>(
      `select id, public.answer_conversation(id, 'It is on its way', newest_at)
         from public.contact_conversations where email = 'writes@mail.ng'`,
    )
    const record = row?.id ?? ''
    expect((await details(null, 'writes@mail.ng'))?.events).toMatchObject([
      { kind: 'reply', title: 'It is on its way', record },
      { kind: 'message', title: 'Where is my file?', record },
    ])
  })

  it('lists when and why a student was blocked and unblocked', async () => {
    const student = await confirmed('blocked@example.com')
    await as(admin).query(`select public.block_account($1, 'Copied works')`, [student.profileId])
    await as(admin).query(`select public.unblock_account($1)`, [student.profileId])
    expect((await details(student.profileId))?.events).toMatchObject([
      { kind: 'account.unblocked' },
      { kind: 'account.blocked', title: 'Copied works' },
    ])
  })

  it('lists the sales of a student and the decisions on their uploads', async () => {
    const student = await confirmed('sells-and-waits@example.com')
    const { id: material, upload } = await shop.work(3500, student)
    await shop.paid({ material })
    await as(owner).change(
      `insert into public.audit_log (actor_id, action, subject, created_at)
       values ($1, 'review.changes_asked', $2, now() + interval '1 minute'), ($1, 'review.ticked', $2, now())`,
      [admin.userId, upload],
    )
    expect((await details(student.profileId))?.events).toMatchObject([
      { kind: 'review.changes_asked', record: upload },
      { kind: 'sale', amount_kobo: 175_000 },
    ])
  })

  it('returns the orders that the pages of the buyer show, without the links to pay them', async () => {
    const paid = await shop.paid({ email: 'same-words@mail.ng' })
    const open = await shop.begin(paid.material, { email: 'same-words@mail.ng' })
    await as(secretKey).query(`select public.record_order_sent($1, 'https://checkout.paystack.com/one')`, [open.id])
    const seen = await Promise.all(
      [open, paid].map(async ({ hash }) => {
        const [row] = await as(secretKey).query<{ it: { payment_url: string | null } }>(
          `select public.order_by_token($1) as it`,
          [hash],
        )
        return row?.it
      }),
    )
    expect(seen.map((order) => order?.payment_url)).toEqual(['https://checkout.paystack.com/one', null])
    const withoutLink = seen.map((order) => {
      const { payment_url: _, ...words } = { payment_url: null, ...order }
      return { ...words, reached_limit: null, downloads: 0 }
    })
    expect((await details(null, 'same-words@mail.ng'))?.orders).toEqual(withoutLink)
  })

  it('returns the daily limit of downloads that a file of an order has reached', async () => {
    const order = await shop.paid({ email: 'downloads@mail.ng' })
    const limit = async () => (await details(null, 'downloads@mail.ng'))?.orders[0]?.reached_limit
    const download = () => as(secretKey).query(`select public.consume_download($1, 0, 1000, 1000)`, [order.hash])
    for (let times = 0; times < 4; times += 1) {
      await download()
    }
    expect(await limit()).toBeNull()
    await download()
    expect(await limit()).toBe(5)
  })

  it('returns the earnings that the student reads, with the reason of a hold', async () => {
    const student = await confirmed('held@example.com')
    const { id: material } = await shop.work(3500, student)
    await shop.paid({ material })
    await as(admin).query(`select public.hold_payouts($1, 'The bank asks who you are.')`, [student.profileId])
    const [own] = await as(student).query<{ it: object }>(`select public.own_earnings() as it`)
    const earnings = (await details(student.profileId))?.student?.earnings
    expect(earnings).toEqual(own?.it)
    expect(earnings?.eligibility).toMatchObject({ eligibility: 'held', reason: 'The bank asks who you are.' })
  })

  it('returns the hold of an admin while it lasts, and its start and end as events', async () => {
    const student = await confirmed('was-held@example.com')
    await as(admin).query(`select public.hold_payouts($1, 'The bank asks who you are.')`, [student.profileId])
    const held = await details(student.profileId)
    expect(held?.hold).toMatchObject({ reason: 'The bank asks who you are.', is_return: false })
    expect(held?.events.map(({ kind }) => kind)).toEqual(['hold'])
    await as(admin).query(`select public.lift_hold($1)`, [held?.hold?.id])
    const free = await details(student.profileId)
    expect(free?.hold).toBeNull()
    expect(free?.events.map(({ kind }) => kind)).toEqual(['hold_ended', 'hold'])
  })

  it('returns the uploads of the student with their state, and the page of one in the shop', async () => {
    const student = await confirmed('waits@example.com')
    const { upload } = await shop.work(3500, student)
    const { id: pending } = await sendIn(student, 'Pain after surgery')
    await sendIn(ada, 'Of another student')
    const uploads = (await details(student.profileId))?.student?.uploads
    expect(uploads).toMatchObject([
      { id: pending, title: 'Pain after surgery', upload_status: 'pending', slug: null },
      { id: upload, upload_status: 'approved', slug: expect.stringMatching(/^bought-\d+$/) },
    ])
    // Reviews and files are the reviewer's.
    expect(uploads?.flatMap(Object.keys)).not.toContain('file_path')
    expect(uploads?.flatMap(Object.keys)).not.toContain('review_notes')
  })

  it('shows no more than the last four digits of a bank account, and none of one that is not complete', async () => {
    const student = await confirmed('has-a-bank@example.com')
    const save = (number: string) =>
      as(owner).change(
        `insert into public.profiles_bank_details (profile_id, bank_name, account_number) values ($1, 'GTBank', $2)
           on conflict (profile_id) do update set account_number = excluded.account_number`,
        [student.profileId, number],
      )
    await save('0123456789')
    await as(secretKey).query(`select public.save_account_check($1, 'Kuda', '50211', '1112223334', 'Ada')`, [student.profileId])
    const found = await details(student.profileId)
    expect(found?.student?.bank).toMatchObject({ bank_name: 'GTBank', masked_number: '••••••6789' })
    expect(found?.student?.unconfirmed_bank).toMatchObject({ bank_name: 'Kuda', masked_number: '••••••3334' })
    expect(JSON.stringify(found)).not.toMatch(/0123456789|1112223334/)
    await save('01234')
    expect((await details(student.profileId))?.student?.bank).toMatchObject({ masked_number: '•••••' })
  })

  it('returns null for nobody', async () => {
    expect(await details(randomUUID())).toBeNull()
    expect(await details(null, 'nobody@mail.ng')).toBeNull()
    expect(await details(null, '')).toBeNull()
    expect(await details(null)).toBeNull()
  })

  it('has no link, token or bank account number', async () => {
    const order = await shop.paid({ email: 'secretive@mail.ng' })
    const [row] = await as(admin).query<{ it: string }>(`select public.person_details(null, 'secretive@mail.ng')::text as it`)
    expect(row?.it).toContain(order.reference)
    expect(row?.it).not.toMatch(/payment_url|token|account_number/)
  })
})

describe('notes', () => {
  it('are added once per form, read by every admin, logged without their words, and deleted', async () => {
    const id = randomUUID()
    expect(await addNote(ada.profileId, null, ' Prefers WhatsApp ', id)).toBe(true)
    expect(await addNote(ada.profileId, null, 'Prefers WhatsApp', id)).toBe(true)
    expect((await details(ada.profileId))?.notes).toMatchObject([{ id, words: 'Prefers WhatsApp' }])
    expect(
      await as(owner).query(`select action, details from public.audit_log where action like 'note.%' and subject = $1`, [
        ada.profileId,
      ]),
    ).toEqual([{ action: 'note.added', details: {} }])
    expect(await deleteNote(id)).toBe(true)
    expect(await deleteNote(id)).toBe(false)
    expect((await details(ada.profileId))?.notes).toEqual([])
  })

  it('about a buyer are shown on the page of their later account', async () => {
    await shop.paid({ email: 'later-student@example.com' })
    expect(await addNote(null, 'Later-Student@example.com', 'Paid twice')).toBe(true)
    expect((await details(null, 'later-student@example.com'))?.notes).toMatchObject([{ words: 'Paid twice' }])
    const student = await confirmed('later-student@example.com')
    expect((await details(student.profileId))?.notes).toMatchObject([{ words: 'Paid twice' }])
  })

  it('are about a person who exists and have words', async () => {
    expect(await addNote(randomUUID(), null, 'Nobody')).toBe(false)
    expect(await addNote(null, 'nobody@mail.ng', 'Nobody')).toBe(false)
    expect(await addNote(ada.profileId, null, '  ')).toBe(false)
  })

  it('are read by the person they are about and by nobody else outside the console', async () => {
    const own = (user: typeof ada) => as(user).query<{ words: string }>(`select words from public.own_person_notes()`)
    await shop.paid({ email: 'reads-notes@example.com' })
    await addNote(null, 'reads-notes@example.com', 'Asked twice')
    const student = await signUp('reads-notes@example.com')
    await addNote(student.profileId, null, 'Prefers email')
    // The notes about an address are theirs when they have confirmed it.
    expect(await own(student)).toEqual([{ words: 'Prefers email' }])
    await as(owner).change(`update auth.users set email_confirmed_at = now() where id = $1`, [student.userId])
    expect(await own(student)).toEqual([{ words: 'Asked twice' }, { words: 'Prefers email' }])
    for (const other of [ada, bola, admin]) {
      expect(await own(other)).toEqual([])
    }
    for (const other of [visitor, secretKey]) {
      await expect(as(other).query(`select * from public.own_person_notes()`)).rejects.toMatchObject(noGrant)
    }
    const [columns] = await as(student).query(`select * from public.own_person_notes()`)
    expect(Object.keys(columns ?? {})).toEqual(['words', 'created_at'])
  })

  it('are deleted with the account', async () => {
    const student = await signUp('leaves@example.com')
    await addNote(student.profileId, null, 'Leaves soon')
    await as(owner).change(`delete from auth.users where id = $1`, [student.userId])
    expect(await as(owner).query(`select from private.person_notes where words = 'Leaves soon'`)).toEqual([])
  })
})

it('the functions of person pages are for admins alone', async () => {
  for (const sql of [
    `select public.person_details('${ada.profileId}')`,
    `select public.add_person_note('${randomUUID()}', '${bola.profileId}', null, 'Mine')`,
    `select public.delete_person_note('${randomUUID()}')`,
  ]) {
    await expect(as(visitor).query(sql)).rejects.toMatchObject(noGrant)
    await expect(as(secretKey).query(sql)).rejects.toMatchObject(noGrant)
    await expect(as(ada).query(sql)).rejects.toMatchObject({ code: '42501', message: 'Only admins do this' })
  }
  await expect(as(admin).query(`select * from private.person_notes`)).rejects.toMatchObject({ code: '42501' })
})
