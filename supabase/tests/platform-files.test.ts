// Files of platform products: who adds them, what is sold, and what buyers get (docs/decisions/0039).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { getPaymentServices } from './bought.ts'
import { gatherPeople, noGrant, noPolicy, type Account, type CurrentUser } from './people.ts'

const people = await gatherPeople()
const { ada, admin, visitor, secretKey, owner, as, stop } = people
const shop = getPaymentServices(people)
afterAll(stop)

let material = ''
beforeEach(async () => {
  const [row] = await as(admin).query<{ id: string }>(
    `insert into public.research_materials (slug, title, category, price, published_at)
     values ($1, 'Our own guide', 'seminar', 3500, now()) returning id`,
    [`platform-${randomUUID()}`],
  )
  material = row?.id ?? ''
})

let moment = 1_796_000_000_000
/** Stores a file in the user's folder. Returns its path. */
async function stored(user: Account, ending = 'pdf'): Promise<string> {
  const path = `${user.userId}/${(moment += 1)}-guide.${ending}`
  await as(user).change(
    `insert into storage.objects (bucket_id, name, metadata) values ('material-uploads', $1, '{"size": 4000}')`,
    [path],
  )
  return path
}
const keep = async (user: Account, path: string, hash = 'a', of = material) =>
  (
    await as(user).query<{ it: string }>(`select public.save_platform_file($1, 'guide.pdf', $2, $3) as it`, [
      of,
      path,
      hash.repeat(64),
    ])
  )[0]?.it
const sell = () => as(admin).change(`update public.research_materials set sold_here = true where id = $1`, [material])
const getFile = async (hash: string) =>
  (await as(secretKey).query<{ it: object }>(`select public.order_file($1) as it`, [hash]))[0]?.it

it('save_platform_file accepts only stored files of the calling admin', async () => {
  const path = await stored(admin)
  const requireAdmin = { code: '42501', message: 'Only admins do this' }
  await expect(keep(ada, path)).rejects.toMatchObject(requireAdmin)
  await expect(as(ada).query(`select public.material_details($1)`, [material])).rejects.toMatchObject(requireAdmin)
  await expect(as(visitor).query(`select public.material_details($1)`, [material])).rejects.toMatchObject(noGrant)
  for (const user of [visitor, ada, admin, secretKey]) {
    await expect(as(user).query(`select * from private.platform_files`)).rejects.toMatchObject(noGrant)
  }
  for (const wrong of [`${admin.userId}/1796000000000-never.pdf`, await stored(ada)]) {
    await expect(keep(admin, wrong)).rejects.toMatchObject({ code: '42501', hint: 'no_such_file' })
  }
  expect(await keep(admin, path, 'a', randomUUID())).toBe('gone')
})

it('save_platform_file allows selling the material with all revenue for the platform and sets its file details', async () => {
  await expect(sell()).rejects.toMatchObject({ code: '23514' })
  const path = await stored(admin)
  expect(await keep(admin, path)).toBe('ok')
  expect(await sell()).toBe(1)
  const order = await shop.paid({ material })
  expect(await getFile(order.hash)).toMatchObject({ outcome: 'ok', path, sha256: 'a'.repeat(64) })
  const [sale] = await as(owner).query(
    `select profile_id, share_kobo::integer as share from public.sales where order_reference = $1`,
    [order.reference],
  )
  expect(sale).toEqual({ profile_id: null, share: 0 })
  const [row] = await as(owner).query(
    `select format, file_size::integer as size, file_date = (now() at time zone 'Africa/Lagos')::date as today
       from public.research_materials where id = $1`,
    [material],
  )
  expect(row).toEqual({ format: 'PDF', size: 4000, today: true })
})

it('save_platform_file removes the page pictures of the file that it replaces', async () => {
  const pictures = ['pages/guide/0123456789abcdef.webp']
  expect(await keep(admin, await stored(admin))).toBe('ok')
  await as(owner).query(`update public.research_materials set page_pictures = $2 where id = $1`, [material, pictures])
  const shown = () => as(owner).query(`select page_pictures from public.research_materials where id = $1`, [material])
  const path = await stored(admin)
  expect(await keep(admin, path)).toBe('same')
  expect(await shown()).toEqual([{ page_pictures: pictures }])
  expect(await keep(admin, path, 'b')).toBe('ok')
  expect(await shown()).toEqual([{ page_pictures: null }])
})

describe('save_material_with_file', () => {
  const save = async (user: CurrentUser, fields: object, path: string, here?: { id: string; version: string }) =>
    (
      await as(user).query<{ it: string | null }>(
        `select public.save_material_with_file($1, 'guide.pdf', $2, $3, $4, $5) as it`,
        [JSON.stringify(fields), path, 'e'.repeat(64), here?.id ?? null, here?.version ?? null],
      )
    )[0]?.it
  const read = async (id: string | null | undefined) =>
    (
      await as(owner).query<{ title: string; sold_here: boolean; is_shown: boolean; format: string; version: string }>(
        `select title, sold_here, published_at is not null as is_shown, format, updated_at::text as version
           from public.research_materials where id = $1`,
        [id],
      )
    )[0]
  const fields = (title: string) => ({
    slug: `with-file-${randomUUID()}`,
    title,
    category: 'seminar',
    price: 3500,
    sold_here: true,
    published_at: '2026-11-29T08:00:00Z',
  })

  it('adds and publishes a material that is sold here at once', async () => {
    const id = await save(admin, fields('In one form'), await stored(admin))
    expect(await read(id)).toMatchObject({ title: 'In one form', sold_here: true, is_shown: true, format: 'PDF' })
    expect((await shop.paid({ material: id ?? '' })).reference).toBeTruthy()
  })

  it('changes only the version that was read', async () => {
    const before = await read(material)
    const version = before?.version ?? ''
    const changed = { ...fields('Changed with its file'), published_at: null }
    expect(await save(admin, changed, await stored(admin), { id: material, version: '2020-01-01' })).toBe(null)
    expect(await read(material)).toEqual(before)
    expect(await save(admin, changed, await stored(admin), { id: material, version })).toBe(material)
    expect(await read(material)).toMatchObject({ title: 'Changed with its file', sold_here: true, is_shown: false })
  })

  it('adds nothing without a stored file or for a student', async () => {
    const path = `${admin.userId}/1796000000000-never.pdf`
    await expect(save(admin, fields('Never stored'), path)).rejects.toMatchObject({ code: '42501', hint: 'no_such_file' })
    await expect(save(ada, fields('Of a student'), await stored(ada))).rejects.toMatchObject({ code: '42501' })
    await expect(save(visitor, fields('Of a visitor'), path)).rejects.toMatchObject(noGrant)
    const titles = ['Never stored', 'Of a student', 'Of a visitor']
    expect(await as(owner).query(`select from public.research_materials where title = any ($1)`, [titles])).toEqual([])
  })
})

describe('a draft', () => {
  const draft = async (category = '', title = 'Untitled draft') =>
    (
      await as(admin).query<{ id: string }>(
        `insert into public.research_materials (slug, title, category, publish_at)
         values ($1, $2, $3, now() - interval '1 minute') returning id`,
        [`draft-${randomUUID()}`, title, category],
      )
    )[0]?.id ?? ''
  const publish = (id: string) =>
    as(admin).change(`update public.research_materials set published_at = now() where id = $1`, [id])
  const isShown = async (id: string) =>
    (await as(visitor).query(`select from public.research_materials where id = $1`, [id])).length > 0

  it.each([
    ['', 'A title'],
    ['seminar', 'Untitled draft'],
  ])('with the category %j and the title %j is not published, and Today lists it', async (category, title) => {
    const id = await draft(category, title)
    await expect(publish(id)).rejects.toMatchObject({ code: '23514' })
    await as(secretKey).query(`select public.publish_scheduled()`)
    expect(await isShown(id)).toBe(false)
    expect(await as(owner).query(`select id from private.due_links where id = $1`, [id])).toEqual([{ id }])
    await as(admin).change(`update public.research_materials set category = 'seminar', title = 'Complete' where id = $1`, [id])
    await as(secretKey).query(`select public.publish_scheduled()`)
    expect(await isShown(id)).toBe(true)
  })

  it('shows its files to editors alone', async () => {
    const id = await draft('seminar', 'With a file')
    expect(await keep(admin, await stored(admin), 'f', id)).toBe('ok')
    const list = (user: CurrentUser) => as(user).query(`select name from public.material_files($1)`, [id])
    expect([await list(admin), await list(ada), await list(visitor)]).toEqual([[{ name: 'guide.pdf' }], [], []])
  })
})

it('platform_file_to_open and the storage open the files of platform products to editors alone', async () => {
  const path = await stored(admin)
  expect(await keep(admin, path)).toBe('ok')
  const open = (user: CurrentUser) => as(user).query(`select path from public.platform_file_to_open($1, 1)`, [material])
  expect(await open(admin)).toEqual([{ path }])
  await expect(open(ada)).rejects.toMatchObject({ code: '42501' })
  await expect(open(visitor)).rejects.toMatchObject(noGrant)
  const isReadable = async (user: Account) =>
    (await as(user).query(`select from storage.objects where name = $1`, [path])).length > 0
  expect([await isReadable(admin), await isReadable(ada)]).toEqual([true, false])
})

it('material_details counts the sales of a material and its amount after refunds', async () => {
  expect(await keep(admin, await stored(admin))).toBe('ok')
  await sell()
  await shop.paid({ material })
  const [row] = await as(admin).query<{ it: object }>(`select public.material_details($1) as it`, [material])
  expect(row?.it).toMatchObject({
    is_of_student: false,
    share: null,
    sales: { count: 1, kobo: 350_000 },
    ratings: 0,
    buyers: 1,
    files: [{ position: 1, name: 'guide.pdf' }],
  })
})

describe('add_platform_files', () => {
  const product = (slug: string) => [
    {
      position: 1,
      path: `products/${slug}/slides.pptx`,
      name: 'slides.pptx',
      label: 'Slides',
      extent: '19 slides',
      sha256: 'c'.repeat(64),
      format: 'PowerPoint',
    },
    {
      position: 2,
      path: `products/${slug}/plan.xlsx`,
      name: 'plan.xlsx',
      label: 'Plan',
      extent: '3 sheets',
      sha256: 'd'.repeat(64),
      format: 'Excel',
    },
  ]
  const put = async (...paths: string[]) => {
    for (const path of paths) {
      await as(secretKey).change(
        `insert into storage.objects (bucket_id, name, metadata) values ('material-uploads', $1, '{"size": 3000}')`,
        [path],
      )
    }
  }
  const add = async (files: object[], of = material) =>
    (
      await as(secretKey).query<{ it: boolean }>(`select public.add_platform_files($1, $2::jsonb) as it`, [
        of,
        JSON.stringify(files),
      ])
    )[0]?.it
  const listed = (user: CurrentUser) => as(user).query(`select * from public.material_files($1)`, [material])

  it('lets only the secret key add pictures of pages, whose paths are checked', async () => {
    const path = 'pages/a-product/0123456789abcdef.webp'
    for (const user of [visitor, ada, admin]) {
      await expect(
        as(user).change(`insert into storage.objects (bucket_id, name) values ('product-files', $1)`, [path]),
      ).rejects.toMatchObject({ code: '42501' })
    }
    await as(secretKey).change(`insert into storage.objects (bucket_id, name) values ('product-files', $1)`, [path])
    const set = (paths: string[]) =>
      as(secretKey).change(`update public.research_materials set page_pictures = $2 where id = $1`, [material, paths])
    await set([path])
    for (const wrong of [['avatars/a.webp'], [path, '../x.webp'], []]) {
      await expect(set(wrong)).rejects.toMatchObject({ code: '23514' })
    }
    expect(await as(ada).change(`update public.research_materials set page_pictures = null where id = $1`, [material])).toBe(0)
  })

  it('puts a product on sale with all its files once and lists them for everyone', async () => {
    const files = product(material)
    await put(...files.map(({ path }) => path))
    expect(await add(files)).toBe(true)
    expect(await add(files), 'a second time').toBe(false)
    const [row] = await as(visitor).query(
      `select format, file_size::integer as size, sold_here, published_at is not null as is_shown
         from public.research_materials where id = $1`,
      [material],
    )
    expect(row).toEqual({ format: 'PowerPoint', size: 6000, sold_here: true, is_shown: true })
    const slides = { file_position: 1, name: 'slides.pptx', label: 'Slides', format: 'PowerPoint', extent: '19 slides' }
    expect(await listed(visitor)).toMatchObject([slides, { file_position: 2, format: 'Excel', extent: '3 sheets' }])
    await as(admin).change(`update public.research_materials set published_at = null where id = $1`, [material])
    for (const user of [visitor, ada]) {
      expect(await listed(user), 'of a hidden material').toEqual([])
    }
  })

  it('gives an order each file and counts downloads per file', async () => {
    const files = product(material)
    await put(...files.map(({ path }) => path))
    await add(files)
    const { hash } = await shop.paid({ material })
    const at = async (position: number) =>
      (await as(secretKey).query<{ it: object }>(`select public.order_file($1, $2) as it`, [hash, position]))[0]?.it
    expect(await at(2)).toMatchObject({ outcome: 'ok', path: files[1]?.path, name: 'plan.xlsx', is_of_several: true })
    expect(await at(3)).toEqual({ outcome: 'no_file' })
    const [order] = await as(secretKey).query<{ it: { files: object[] } }>(`select public.order_by_token($1) as it`, [hash])
    expect(order?.it.files).toMatchObject([
      { position: 1, size: 3000 },
      { position: 2, label: 'Plan' },
    ])
    const take = async (position: number) =>
      (
        await as(secretKey).query<{ it: { outcome: string } }>(`select public.consume_download($1, 0, 3000, 3000, $2) as it`, [
          hash,
          position,
        ])
      )[0]?.it.outcome
    for (let times = 0; times < 5; times += 1) {
      expect(await take(1)).toBe('ok')
    }
    expect([await take(1), await take(2)]).toEqual(['too_many', 'ok'])
  })

  it('adds nothing when the list is empty or a file is not stored or elsewhere', async () => {
    const files = product(material)
    await put(...files.slice(0, 1).map(({ path }) => path))
    const elsewhere = await stored(ada)
    for (const wrong of [files, [], [{ ...files[0], path: elsewhere }]]) {
      await expect(add(wrong)).rejects.toMatchObject({ code: '42501', hint: 'no_such_file' })
    }
    expect(await as(owner).query(`select from private.platform_files where material_id = $1`, [material])).toEqual([])
  })

  it('rejects works of students and samples and callers without the secret key', async () => {
    const files = product(material)
    const work = await shop.work()
    expect(await add(files, work.id)).toBe(false)
    await as(admin).change(`update public.research_materials set is_sample = true where id = $1`, [material])
    expect([await add(files), await add(files, randomUUID())]).toEqual([false, false])
    for (const user of [visitor, ada, admin]) {
      await expect(as(user).query(`select public.add_platform_files($1, '[]'::jsonb)`, [material])).rejects.toMatchObject(noGrant)
      await expect(as(user).query(`select private.update_file_details($1)`, [material])).rejects.toMatchObject(noGrant)
    }
  })

  it('leaves the other files unchanged when an admin replaces one', async () => {
    const files = product(material)
    await put(...files.map(({ path }) => path))
    await add(files)
    const give = async (path: string, position: number) =>
      (
        await as(admin).query<{ it: string }>(`select public.save_platform_file($1, 'plan.pdf', $2, $3, $4) as it`, [
          material,
          path,
          'e'.repeat(64),
          position,
        ])
      )[0]?.it
    expect(await give(await stored(admin), 3)).toBe('gone')
    expect(await give(await stored(admin), 2)).toBe('ok')
    expect(await listed(visitor)).toMatchObject([
      { name: 'slides.pptx' },
      { name: 'plan.pdf', label: 'Plan', format: 'PDF', extent: '' },
    ])
    expect(await as(owner).query(`select path from public.file_removals where path = $1`, [files[1]?.path])).toHaveLength(1)
  })
})

it('save_platform_file accepts workbooks only from admins', async () => {
  await expect(stored(ada, 'xlsx')).rejects.toMatchObject(noPolicy)
  expect(await keep(admin, await stored(admin, 'xlsx'))).toBe('ok')
  const [file] = await as(owner).query(`select format from private.platform_files where material_id = $1`, [material])
  expect(file).toEqual({ format: 'Excel' })
})

it('save_platform_file emails buyers about a better file and removes the old one and ignores an identical one', async () => {
  const [old, better] = [await stored(admin), await stored(admin)]
  await keep(admin, old)
  await sell()
  const order = await shop.paid({ material, email: 'platform@mail.ng' })
  await as(owner).change(`delete from public.outbox`)
  expect(await keep(admin, better)).toBe('same')
  expect(await keep(admin, better, 'b')).toBe('ok')
  expect(await getFile(order.hash)).toMatchObject({ path: better })
  expect(await as(owner).query(`select recipient, template from public.outbox`)).toEqual([
    { recipient: 'platform@mail.ng', template: 'order-renewed' },
  ])
  expect(await as(owner).query(`select path from public.file_removals where path = $1`, [old])).toHaveLength(1)
})

it('platform files are safe from sweeps and students and do not replace a student’s reviewed file', async () => {
  const path = await stored(admin)
  await keep(admin, path)
  await as(owner).change(`update storage.objects set created_at = now() - interval '9 days' where name = $1`, [path])
  const stray = await as(secretKey).query<{ file_path: string }>(`select file_path from public.orphaned_files()`)
  expect(stray.map(({ file_path }) => file_path)).not.toContain(path)
  await as(admin).change(`delete from storage.objects where name = $1`, [path])
  expect(await as(owner).query(`select from storage.objects where name = $1`, [path]), 'its giver neither').toHaveLength(1)
  const work = await shop.work()
  expect(await keep(admin, await stored(admin), 'a', work.id)).toBe('of_student')
})
