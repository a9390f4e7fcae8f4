import { expect, test } from 'vitest'
import { aStudent, anAdmin, aVisitor, GOOD_PASSWORD, signIn, theService } from './people.ts'
import { send } from './raw.ts'
import { anUpload } from './uploads.ts'

const deleteMine = (client: ReturnType<typeof aVisitor>) => client.rpc('delete_my_account')

test('deletes the account of a recently signed-in student, whose token then finds nothing of it', async () => {
  const [ada, bola] = [await aStudent('Ada'), await aStudent('Bola')]
  const [mine, theirs] = [await anUpload(ada), await anUpload(bola)]
  expect((await deleteMine(ada.client)).error).toBeNull()

  expect((await theService().from('profiles').select('id').eq('id', ada.profileId)).data).toEqual([])
  expect((await theService().from('material_uploads').select('id').eq('id', mine.id)).data).toEqual([])
  expect(
    (await send('/rest/v1/profiles?select=id', { token: ada.accessToken }).then((response) => response.json())) as unknown,
  ).toEqual([])
  expect((await send('/auth/v1/user', { token: ada.accessToken })).status).toBeGreaterThanOrEqual(400)
  await expect(signIn(ada.email, GOOD_PASSWORD)).rejects.toMatchObject({ code: 'invalid_credentials' })
  const { error } = await aVisitor().auth.refreshSession({ refresh_token: ada.refreshToken })
  expect(error).not.toBeNull()

  expect((await theService().from('material_uploads').select('id').eq('id', theirs.id)).data).toEqual([{ id: theirs.id }])
  await expect(signIn(bola.email, GOOD_PASSWORD)).resolves.toMatchObject({ userId: bola.userId })
})

test('lists the files of a deleted account for removal with the secret key', async () => {
  const ada = await aStudent('Ada')
  const { file_path } = await anUpload(ada)
  await deleteMine(ada.client)
  const { data: removals } = await theService().from('file_removals').select('place, path').eq('path', file_path)
  expect(removals).toEqual([{ place: 'material-uploads', path: file_path }])
  const bucket = theService().storage.from('material-uploads')
  expect((await bucket.remove([file_path])).error).toBeNull()
  expect((await bucket.download(file_path)).error).not.toBeNull()
  expect((await bucket.remove([file_path])).error).toBeNull()
})

test('rejects visitors, admins and the secret key', async () => {
  const admin = await anAdmin('Ngozi')
  expect((await deleteMine(admin.client)).error).toMatchObject({ code: '42501', hint: 'admin' })
  expect((await deleteMine(aVisitor())).error).toMatchObject({ code: '42501' })
  expect((await deleteMine(theService())).error).toMatchObject({ code: '42501' })
})

test('removes a drive copy only with the secret key and a plain name', async () => {
  const ada = await aStudent('Ada')
  const remove = (client: ReturnType<typeof aVisitor>, reference: unknown) =>
    client.functions.invoke('remove-from-drive', { body: { reference } }).then(({ response }) => response?.status)
  expect(await remove(ada.client, 'a.pdf')).toBe(401)
  expect(await remove(aVisitor(), 'a.pdf')).toBe(401)
  expect(await remove(theService(), 'never-there.pdf')).toBe(200)
  for (const reference of ['../keys.json', '/etc/passwd', '..', '.hidden', '', 'a/b.pdf', 5, null]) {
    expect(await remove(theService(), reference), String(reference)).toBe(400)
  }
})
