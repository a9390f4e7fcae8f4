// The search of the admin console.
import { afterAll, describe, expect, it } from 'vitest'
import { getPaymentServices } from './bought.ts'
import { gatherPeople, noGrant } from './people.ts'

const people = await gatherPeople()
const { ada, admin, visitor, secretKey, owner, as, stop } = people
const shop = getPaymentServices(people)
afterAll(stop)

type Found = { kind: string; key: string; title: string; details: string }
const search = (words: string) => as(admin).query<Found>(`select * from public.search_console($1)`, [words])
const kinds = async (words: string) => (await search(words)).map(({ kind }) => kind)

describe('search_console', () => {
  it('finds an order by part of its number, its buyer and its work', async () => {
    const work = await shop.work()
    const order = await shop.begin(work.id, { email: 'Halima.Buyer@mail.ng' })
    const found = { kind: 'order', key: order.id, title: order.reference }
    const part = order.reference.slice(3, 9)
    expect(await search(part.toLowerCase())).toContainEqual(expect.objectContaining(found))
    expect(await search(order.reference.replaceAll('-', ''))).toContainEqual(expect.objectContaining(found))
    expect(await search('halima.buyer')).toEqual([
      expect.objectContaining(found),
      { kind: 'buyer', key: 'halima.buyer@mail.ng', title: 'halima.buyer@mail.ng', details: '1 order' },
    ])
  })

  it('finds students, materials, uploads and topics by each word', async () => {
    await as(owner).change(
      `insert into public.research_materials (slug, title, category, price) values ('zz-found', 'Zebrafish in nursing', 'seminar', 0)`,
    )
    await as(owner).change(`insert into public.topics_directory (topic) values ('Zebrafish and the ward')`)
    await people.sendIn(ada, 'Zebrafish of Ada')
    expect((await kinds('ZEBRAF')).toSorted()).toEqual(['material', 'topic', 'upload'])
    expect(await kinds('zebrafish ward')).toEqual(['topic'])
    expect(await search(ada.email)).toContainEqual(expect.objectContaining({ kind: 'student', key: ada.profileId }))
  })

  it('finds a conversation by the name, the address and the words of either side', async () => {
    await as(secretKey).query(`select public.receive_message('Ìfẹ́oma Obi', 'obi@mail.ng', 'order', 'Was I charged twice?')`)
    await as(admin).query(
      `select public.answer_conversation(id, 'We asked Kuda', newest_at) from public.contact_conversations where email = $1`,
      ['obi@mail.ng'],
    )
    for (const words of ['ifeoma', 'obi@mail', 'charged twice', 'kuda obi']) {
      expect(await search(words)).toEqual([
        expect.objectContaining({ kind: 'conversation', title: 'Ìfẹ́oma Obi', details: 'obi@mail.ng · Was I charged twice?' }),
      ])
    }
  })

  it.each([
    ['Ọláńrewájú', "O'Brien", 'Olanrewaju OBrien'],
    ['Ola\u0301nrewaju\u0323', 'O’Brien', "OLÁNREWAJU o'brien"],
    ['Aisha', "Ya'u", 'aisha ya’u'],
  ])('finds the student %s %s by %j, without accents and apostrophes', async (first_name, last_name, words) => {
    const student = await people.signUp(`${Math.random().toString(36).slice(2)}@example.com`, { first_name, last_name })
    const isHim = expect.objectContaining({ kind: 'student', key: student.profileId }) as unknown
    expect(await search(words)).toContainEqual(isHim)
    const accounts = await as(admin).query<{ id: string }>(`select id from public.find_accounts($1)`, [words])
    expect(accounts.map(({ id }) => id)).toContain(student.profileId)
  })

  it('finds a title in Arabic script without its vowel signs', async () => {
    await as(owner).change(`insert into public.topics_directory (topic) values ('رعاية الأُمّ')`)
    expect(await kinds('الأم رعاية')).toEqual(['topic'])
  })

  it('finds nothing for a wildcard or a single character', async () => {
    expect(await search('%%')).toEqual([])
    expect(await search('a')).toEqual([])
    expect(await search('')).toEqual([])
  })

  it('is for admins alone', async () => {
    const query = `select * from public.search_console('ada')`
    await expect(as(visitor).query(query)).rejects.toMatchObject(noGrant)
    await expect(as(secretKey).query(query)).rejects.toMatchObject(noGrant)
    await expect(as(ada).query(query)).rejects.toMatchObject({ code: '42501', message: 'Only admins do this' })
  })
})
