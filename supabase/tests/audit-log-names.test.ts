// public.audit_log_names: what the records of the audit log are called, for owners only.
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { gatherPeople, noGrant } from './people.ts'

const people = await gatherPeople()
const { ada, admin, visitor, secretKey, owner, as, sendIn, stop } = people
afterAll(stop)

const names = (ids: string[], user: Parameters<typeof as>[0] = admin) =>
  as(user).query<{ id: string; name: string }>('select * from public.audit_log_names($1::uuid[])', [ids])

describe('audit_log_names', () => {
  it('names people by profile and by account, works, uploads and comments', async () => {
    const [material] = await as(owner).query<{ id: string }>(
      `insert into public.research_materials (slug, title, category, published_at) values ('named', 'Pain in children', 'seminar', now())
       returning id`,
    )
    const [comment] = await as(ada).query<{ id: string }>(
      `insert into public.material_comments (material_id, body) values ($1, $2) returning id`,
      [material?.id, `The tool ${'x'.repeat(80)}`],
    )
    const upload = await sendIn(ada, 'Care of a wound')
    const gone = randomUUID()
    const ids = [ada.profileId, ada.userId, material?.id ?? '', comment?.id ?? '', upload.id, gone]
    expect(new Map((await names(ids)).map(({ id, name }) => [id, name]))).toEqual(
      new Map([
        [ada.profileId, 'Ada Obi'],
        [ada.userId, 'Ada Obi'],
        [material?.id, 'Pain in children'],
        [comment?.id, `“The tool ${'x'.repeat(50)}…” on Pain in children`],
        [upload.id, 'Care of a wound'],
      ]),
    )
  })

  it('names an email by its template and its recipient', async () => {
    const [row] = await as(owner).query<{ id: string }>(`select private.queue_email_to('b@mail.ng', 'test-only', null) as id`)
    expect(await names([row?.id ?? ''])).toEqual([{ id: row?.id, name: 'test only, to b@mail.ng' }])
  })

  it('is for owners only', async () => {
    await expect(names([ada.profileId], ada)).rejects.toMatchObject({ code: '42501' })
    for (const user of [visitor, secretKey]) {
      await expect(names([ada.profileId], user)).rejects.toMatchObject(noGrant)
    }
    await as(owner).change(`update public.profiles set admin_roles = '{money,reviewer,editor}' where id = $1`, [admin.profileId])
    await expect(names([ada.profileId])).rejects.toMatchObject({ code: '42501', hint: 'admin_role' })
    await as(owner).change(`update public.profiles set admin_roles = '{owner}' where id = $1`, [admin.profileId])
  })

  it('rejects more than 500 records', async () => {
    await expect(names(Array.from({ length: 501 }, () => ada.profileId))).rejects.toMatchObject({ code: '22023' })
  })
})
