// The buckets product-files (avatars) and material-uploads: access to paths by the policies on storage.objects.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Account, gatherPeople, noGrant, noPolicy, type CurrentUser } from './people.ts'

const { ada, bola, admin, visitor, secretKey, owner, as, sendIn, signUp, stop } = await gatherPeople()
afterAll(stop)

const put = (user: CurrentUser, bucket: string, name: string) =>
  as(user).change(`insert into storage.objects (bucket_id, name) values ($1, $2)`, [bucket, name])
const names = async (user: CurrentUser, bucket: string) =>
  (await as(user).query<{ name: string }>(`select name from storage.objects where bucket_id = $1 order by name`, [bucket])).map(
    (row) => row.name,
  )

describe('buckets', () => {
  it('accept pictures up to 5 MiB without SVG for avatars publicly', async () => {
    const [bucket] = await as(owner).query<{ allowed_mime_types: string[] }>(
      `select public, file_size_limit::int as size, allowed_mime_types from storage.buckets where id = 'product-files'`,
    )
    expect(bucket).toMatchObject({ public: true, size: 5 * 1024 * 1024 })
    expect(bucket?.allowed_mime_types.toSorted()).toEqual(['image/avif', 'image/gif', 'image/jpeg', 'image/png', 'image/webp'])
  })

  it('accept documents up to 50 MiB for uploads privately', async () => {
    const [bucket] = await as(owner).query<{ allowed_mime_types: string[] }>(
      `select public, file_size_limit::int as size, allowed_mime_types from storage.buckets where id = 'material-uploads'`,
    )
    expect(bucket).toMatchObject({ public: false, size: 50 * 1024 * 1024 })
    expect(bucket?.allowed_mime_types).toHaveLength(7)
    expect(
      bucket?.allowed_mime_types.every((type) =>
        /^application\/(pdf|msword|epub\+zip|vnd\.(openxmlformats-officedocument|ms-powerpoint))/.test(type),
      ),
    ).toBe(true)
  })

  it('accept chunks of any type privately with the secret key only', async () => {
    const [bucket] = await as(owner).query(
      `select public, file_size_limit::int as size, allowed_mime_types from storage.buckets where id = 'upload-sessions'`,
    )
    expect(bucket).toEqual({ public: false, size: 50 * 1024 * 1024, allowed_mime_types: null })
    await as(secretKey).change(`insert into storage.objects (bucket_id, name) values ('upload-sessions', $1)`, [
      `${ada.userId}/x/0`,
    ])
    for (const user of [visitor, ada, admin]) {
      expect(await as(user).query(`select name from storage.objects where bucket_id = 'upload-sessions'`)).toEqual([])
      await expect(
        as(user).change(`insert into storage.objects (bucket_id, name) values ('upload-sessions', $1)`, [`${ada.userId}/x/1`]),
      ).rejects.toMatchObject(noPolicy)
    }
  })

  it.each([
    ['a visitor', visitor],
    ['a student', ada],
    ['an admin', admin],
  ])('cannot be created or opened or removed by %s', async (_who, user) => {
    await expect(
      as(user).change(`insert into storage.buckets (id, name, public) values ('mine', 'mine', true)`),
    ).rejects.toMatchObject(noPolicy)
    expect(await as(user).change(`update storage.buckets set public = true, file_size_limit = null`)).toBe(0)
    expect(await as(user).change(`delete from storage.buckets`)).toBe(0)
  })

  it('have row security enabled', async () => {
    const tables = await as(owner).query(
      `select relname from pg_class where relnamespace = 'storage'::regnamespace and relkind = 'r' and not relrowsecurity`,
    )
    expect(tables).toEqual([])
  })
})

describe('avatars', () => {
  it.each(['png', 'jpg', 'jpeg', 'webp', 'avif', 'gif'])(
    'can be stored and replaced and removed by a student as .%s',
    async (ending) => {
      const name = `avatars/${ada.userId}.${ending}`
      expect(await put(ada, 'product-files', name)).toBe(1)
      const upsert = `insert into storage.objects (bucket_id, name) values ('product-files', $1) on conflict (bucket_id, name) do update set updated_at = now()`
      expect(await as(ada).change(upsert, [name])).toBe(1)
      expect(await names(ada, 'product-files')).toEqual([name])
      expect(await as(ada).change(`delete from storage.objects where name = $1`, [name])).toBe(1)
    },
  )

  it.each([
    ["another's", `avatars/${bola.userId}.png`],
    ['SVG', `avatars/${ada.userId}.svg`],
    ['HTML', `avatars/${ada.userId}.html`],
    ['capitals', `avatars/${ada.userId}.PNG`],
    ['no ending', `avatars/${ada.userId}`],
    ['two endings', `avatars/${ada.userId}.png.html`],
    ['a line break', `avatars/${ada.userId}.png\n`],
    ['another line before', `x\navatars/${ada.userId}.png`],
    ['a folder above', `avatars/../${ada.userId}.png`],
    ['another folder', `covers/${ada.userId}.png`],
    ['a folder below', `avatars/${ada.userId}.png/x.png`],
    ['no folder', `${ada.userId}.png`],
    ['any dot', `avatars/${ada.userId}xpng`],
    ["the profile's id", `avatars/${ada.profileId}.png`],
  ])('cannot be stored by a student as %s', async (_what, name) => {
    await expect(put(ada, 'product-files', name)).rejects.toMatchObject(noPolicy)
  })

  it('are inaccessible to other students for writing', async () => {
    const name = `avatars/${bola.userId}.png`
    await put(bola, 'product-files', name)
    expect(await names(ada, 'product-files')).toEqual([])
    expect(await as(ada).change(`update storage.objects set metadata = '{}' where name = $1`, [name])).toBe(0)
    expect(await as(ada).change(`delete from storage.objects where name = $1`, [name])).toBe(0)
    expect(await names(owner, 'product-files')).toEqual([name])
  })

  it('cannot be moved to another name or bucket', async () => {
    const name = `avatars/${bola.userId}.jpg`
    await put(bola, 'product-files', name)
    await expect(
      as(bola).change(`update storage.objects set name = 'avatars/x.png' where name = $1`, [name]),
    ).rejects.toMatchObject(noPolicy)
    await expect(
      as(bola).change(`update storage.objects set bucket_id = 'material-uploads' where name = $1`, [name]),
    ).rejects.toMatchObject(noPolicy)
    const asUpload = `${bola.userId}/1795000000000-work.pdf`
    await expect(
      as(bola).change(`update storage.objects set bucket_id = 'material-uploads', name = $1 where name = $2`, [asUpload, name]),
    ).rejects.toMatchObject(noPolicy)
  })

  it('are inaccessible to visitors for writing and listing', async () => {
    await expect(put(visitor, 'product-files', `avatars/${ada.userId}.png`)).rejects.toMatchObject(noPolicy)
    await expect(put(visitor, 'product-files', 'avatars/.png')).rejects.toMatchObject(noPolicy)
    expect(await names(visitor, 'product-files')).toEqual([])
    expect(await as(visitor).change(`update storage.objects set metadata = '{}'`)).toBe(0)
    expect(await as(visitor).change(`delete from storage.objects`)).toBe(0)
  })
})

describe('uploaded files', () => {
  let student: Account
  let other: Account
  const getPath = (who: Account, rest = '1795000000000-work.pdf') => `${who.userId}/${rest}`

  beforeAll(async () => {
    student = await signUp('sender@example.com')
    other = await signUp('other@example.com')
    await put(other, 'material-uploads', getPath(other))
  })

  it.each(['pdf', 'doc', 'docx', 'ppt', 'pptx'])('can be stored and read as .%s by their student', async (ending) => {
    const name = getPath(student, `1795000000000-Chapter_1.v2-final.${ending}`)
    expect(await put(student, 'material-uploads', name)).toBe(1)
    expect(await names(student, 'material-uploads')).toContain(name)
  })

  it.each([
    'My thesis.pdf',
    'Thèse.pdf',
    'thesis (1).pdf',
    'Thesis.PDF',
    'Ìwádìí ẹ̀kọ́ nípa ìtọ́jú.docx',
    'رسالة.pdf',
    '论文 🩺.PPTX',
    'Ada\'s [final] {v2} <new> "draft" 50% & more + _~^`|@$!,;=:*.pdf',
    `${'é'.repeat(196)}.pdf`,
  ])('can be stored by a student as %j', async (fileName) => {
    const name = getPath(student, `1795000000000-${fileName}`)
    expect(await put(student, 'material-uploads', name)).toBe(1)
    expect(await names(student, 'material-uploads')).toContain(name)
    expect(await names(other, 'material-uploads')).not.toContain(name)
  })

  it.each([
    '1795000000000-work.exe',
    '1795000000000-work.pdf.exe',
    '1795000000000-work',
    '1795000000000-workpdf',
    '1795000000000-',
    '1795000000000-a/b.pdf',
    '1795000000000-a\\b.pdf',
    '1795000000000-\u202Efdp.pdf',
    '1795000000000-\u2067fdp.pdf',
    '1795000000000-a\u200Bb.pdf',
    '1795000000000-a\r\nb.pdf',
    '1795000000000-a\tb.pdf',
    '1795000000000-a\u0085b.pdf',
    '1795000000000-a#b.pdf',
    '1795000000000-a?b.pdf',
    '1795000000000-a%2Fb.pdf',
    '1795000000000-work.pdf\n',
    `1795000000000-${'a'.repeat(197)}.pdf`,
    '../1795000000000-work.pdf',
    'work.pdf',
    '179-work.pdf',
    '17950000000001234-work.pdf',
    'sub/1795000000000-work.pdf',
    '1795000000000-work.svg',
    '1795000000000-work.html',
  ])('cannot be stored by a student as %j', async (rest) => {
    await expect(put(student, 'material-uploads', getPath(student, rest))).rejects.toMatchObject(noPolicy)
  })

  it('cannot be stored in another user’s folder', async () => {
    for (const user of [student, admin, visitor]) {
      await expect(put(user, 'material-uploads', getPath(other, '1795000000001-work.pdf'))).rejects.toMatchObject(noPolicy)
    }
  })

  it('cannot be stored below another user’s folder', async () => {
    await expect(put(student, 'material-uploads', `${other.userId}/${getPath(student)}`)).rejects.toMatchObject(noPolicy)
  })

  it('cannot be stored by a student in other buckets', async () => {
    await expect(put(student, 'product-files', getPath(student))).rejects.toMatchObject(noPolicy)
    await expect(put(student, 'material-uploads', `avatars/${student.userId}.png`)).rejects.toMatchObject(noPolicy)
  })

  it('are visible to their student and to admins and the secret key only', async () => {
    expect((await names(student, 'material-uploads')).filter((name) => !name.startsWith(student.userId))).toEqual([])
    expect(await names(other, 'material-uploads')).toEqual([getPath(other)])
    expect(await names(admin, 'material-uploads')).toContain(getPath(other))
    expect(await names(secretKey, 'material-uploads')).toContain(getPath(other))
    expect(await names(visitor, 'material-uploads')).toEqual([])
  })

  it('cannot be replaced or moved by their student or an admin', async () => {
    for (const user of [other, student, admin]) {
      expect(
        await as(user).change(`update storage.objects set name = $1 where name = $2`, [
          getPath(other, '1795000000009-b.pdf'),
          getPath(other),
        ]),
      ).toBe(0)
    }
    const replaced = `insert into storage.objects (bucket_id, name) values ('material-uploads', $1) on conflict (bucket_id, name) do update set metadata = '{}'`
    await expect(as(other).change(replaced, [getPath(other)])).rejects.toMatchObject(noPolicy)
  })

  it('cannot be overwritten by any role while an upload uses them', async () => {
    // An earlier signed link, a slow upload and the other protocols of hosted storage write with all rights, so no
    // policy applies.
    const { file } = await sendIn(student, 'Submitted')
    const rejected = { code: '42501', hint: 'upload_uses_file' }
    const written = (column: string) => `update storage.objects set ${column} where bucket_id = 'material-uploads' and name = $1`
    for (const user of [secretKey, owner]) {
      for (const column of [
        `version = gen_random_uuid()::text`,
        `metadata = '{"eTag": "another"}'`,
        `version = '2', metadata = '{}'`,
      ]) {
        await expect(as(user).change(written(column), [file]), column).rejects.toMatchObject(rejected)
      }
      const upsert = `insert into storage.objects (bucket_id, name, version) values ('material-uploads', $1, 'new')
        on conflict (bucket_id, name) do update set version = excluded.version`
      await expect(as(user).change(upsert, [file])).rejects.toMatchObject(rejected)
      // Reading a file does not change it.
      expect(await as(user).change(written(`last_accessed_at = now()`), [file])).toBe(1)
    }
    // No other file can be moved there, or stored there after the first was removed.
    const another = getPath(student, '1795000000088-another.pdf')
    await put(student, 'material-uploads', another)
    await as(owner).change(`delete from storage.objects where name = $1`, [file])
    await expect(as(owner).change(`update storage.objects set name = $1 where name = $2`, [file, another])).rejects.toMatchObject(
      rejected,
    )
    for (const user of [student, secretKey, owner]) {
      await expect(put(user, 'material-uploads', file)).rejects.toMatchObject({ code: '42501' })
    }
    expect(await names(owner, 'material-uploads')).not.toContain(file)
  })

  it('can be overwritten with the secret key while no upload uses them', async () => {
    const unused = getPath(student, '1795000000089-unused.pdf')
    await put(student, 'material-uploads', unused)
    expect(await as(secretKey).change(`update storage.objects set version = '2' where name = $1`, [unused])).toBe(1)
    const avatar = `avatars/${student.userId}.webp`
    await put(student, 'product-files', avatar)
    expect(await as(student).change(`update storage.objects set version = '2' where name = $1`, [avatar])).toBe(1)
  })

  it('can be removed by their student while no upload uses them', async () => {
    const unused = getPath(student, '1795000000077-unused.pdf')
    await put(student, 'material-uploads', unused)
    const { file } = await sendIn(student, 'In use')
    const remove = (user: CurrentUser, name: string) => as(user).change(`delete from storage.objects where name = $1`, [name])
    expect(await remove(other, unused)).toBe(0)
    expect(await remove(admin, unused)).toBe(0)
    expect(await remove(visitor, unused)).toBe(0)
    expect(await remove(student, file)).toBe(0)
    expect(await remove(student, unused)).toBe(1)
    expect(await names(admin, 'material-uploads')).toContain(file)
  })

  it.each([
    ['a visitor', visitor],
    ['a student', ada],
    ['an admin', admin],
  ])('reveal nothing of their accounts to %s', async (_who, user) => {
    for (const table of ['users', 'identities', 'sessions', 'refresh_tokens']) {
      await expect(as(user).query(`select * from auth.${table}`)).rejects.toMatchObject(noGrant)
    }
  })
})

describe('pictures of posts', () => {
  const name = () => `posts/${crypto.randomUUID()}-1200x800.webp`

  it('can be stored and listed but not changed or removed by an admin', async () => {
    const mine = name()
    expect(await put(admin, 'product-files', mine)).toBe(1)
    expect(await names(admin, 'product-files')).toContain(mine)
    expect(await as(admin).change(`update storage.objects set metadata = '{}' where name = $1`, [mine])).toBe(0)
    expect(await as(admin).change(`delete from storage.objects where name = $1`, [mine])).toBe(0)
  })

  it.each([
    ['a visitor', visitor],
    ['a student', ada],
  ])('cannot be stored or listed or changed or removed by %s', async (_who, user) => {
    await put(secretKey, 'product-files', name())
    await expect(put(user, 'product-files', name())).rejects.toMatchObject(noPolicy)
    expect((await names(user, 'product-files')).filter((stored) => stored.startsWith('posts/'))).toEqual([])
    expect(await as(user).change(`update storage.objects set metadata = '{}' where name like 'posts/%'`)).toBe(0)
    expect(await as(user).change(`delete from storage.objects where name like 'posts/%'`)).toBe(0)
  })

  it.each([
    ['SVG', `posts/${crypto.randomUUID()}-1200x800.svg`],
    ['no size', `posts/${crypto.randomUUID()}.webp`],
    ['no id', 'posts/cover-1200x800.webp'],
    ['a size of nothing', `posts/${crypto.randomUUID()}-0x800.webp`],
    ['another folder', `covers/${crypto.randomUUID()}-1200x800.webp`],
    ["somebody's avatar", `avatars/${ada.userId}.webp`],
    ['a line break', `posts/${crypto.randomUUID()}-1200x800.webp\n`],
  ])('cannot be stored by an admin as %s', async (_what, other) => {
    await expect(put(admin, 'product-files', other)).rejects.toMatchObject(noPolicy)
  })

  it('cannot be stored in another bucket', async () => {
    await expect(put(admin, 'material-uploads', name())).rejects.toMatchObject(noPolicy)
  })
})
