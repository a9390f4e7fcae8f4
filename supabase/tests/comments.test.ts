// public.material_comments: written by students, published by admins.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { badValue, gatherPeople, noGrant, noPolicy, type CurrentUser } from './people.ts'

const { ada, bola, admin, visitor, secretKey, owner, as, stop } = await gatherPeople()
afterAll(stop)

let published = ''
let draft = ''
let adas = ''

const write = async (user: CurrentUser, material: string, body: string) =>
  (
    await as(user).query<{ id: string }>(
      `insert into public.material_comments (material_id, body) values ($1, $2) returning id`,
      [material, body],
    )
  )[0]?.id ?? ''

beforeAll(async () => {
  const add = async (slug: string, when: string | null) =>
    (
      await as(owner).query<{ id: string }>(
        `insert into public.research_materials (slug, title, category, published_at) values ($1, $1, 'seminar', $2) returning id`,
        [slug, when],
      )
    )[0]?.id ?? ''
  published = await add('published', '2026-01-01')
  draft = await add('draft', null)
  adas = await write(ada, published, 'The questionnaire is clear.')
})

describe('writing comments', () => {
  it('leaves a comment pending with the name and school of the profile', async () => {
    const [profile] = await as(owner).query(
      `select first_name, coalesce("Institition", '') as school from public.profiles where id = $1`,
      [ada.profileId],
    )
    const [row] = await as(ada).query(
      `select comment_status, author_name, author_school from public.material_comments where id = $1`,
      [adas],
    )
    expect(row).toEqual({ comment_status: 'pending', author_name: profile?.first_name, author_school: profile?.school })
  })

  it.each(['profile_id', 'comment_status', 'author_name', 'author_school', 'id', 'created_at', 'updated_at'])(
    'rejects %s from signed-in users',
    async (column) => {
      const writing = as(ada).change(
        `insert into public.material_comments (material_id, body, ${column}) values ($1, 'x', default)`,
        [published],
      )
      await expect(writing).rejects.toMatchObject(noGrant)
    },
  )

  it('rejects comments on a draft', async () => {
    await expect(write(ada, draft, 'Too early')).rejects.toMatchObject(noPolicy)
  })

  it('rejects visitors', async () => {
    await expect(write(visitor, published, 'x')).rejects.toMatchObject(noGrant)
  })

  it.each(['', '   ', 'x'.repeat(1001)])('rejects an empty or too long comment', async (body) => {
    await expect(write(ada, published, body)).rejects.toMatchObject(badValue)
  })
})

describe('reading and publishing comments', () => {
  const getVisibleIds = async (user: CurrentUser) =>
    (await as(user).query<{ id: string }>(`select id, body, author_name from public.material_comments`)).map(({ id }) => id)

  it('shows pending comments only to their author and admins', async () => {
    expect(await getVisibleIds(ada)).toEqual([adas])
    expect(await getVisibleIds(admin)).toContain(adas)
    expect(await getVisibleIds(bola)).toEqual([])
    expect(await getVisibleIds(visitor)).toEqual([])
  })

  it('prevents students from publishing their own comment', async () => {
    expect(await as(ada).change(`update public.material_comments set comment_status = 'shown' where id = $1`, [adas])).toBe(0)
  })

  it('prevents everyone including admins from changing the text', async () => {
    for (const user of [ada, admin]) {
      await expect(as(user).change(`update public.material_comments set body = 'other'`)).rejects.toMatchObject(noGrant)
    }
  })

  it('shows a published comment to visitors without its author', async () => {
    expect(await as(admin).change(`update public.material_comments set comment_status = 'shown' where id = $1`, [adas])).toBe(1)
    expect(await getVisibleIds(visitor)).toEqual([adas])
    await expect(as(visitor).query(`select profile_id from public.material_comments`)).rejects.toMatchObject(noGrant)
    expect(await getVisibleIds(bola)).toEqual([])
  })

  it('rejects an unknown status', async () => {
    await expect(as(admin).change(`update public.material_comments set comment_status = 'liked'`)).rejects.toMatchObject(badValue)
  })

  it('allows deletion only with the secret key', async () => {
    for (const user of [ada, admin, visitor]) {
      await expect(as(user).change(`delete from public.material_comments`)).rejects.toMatchObject(noGrant)
    }
    expect(await as(secretKey).change(`delete from public.material_comments where id = $1`, [adas])).toBe(1)
  })
})
