/* Typed text never gets into the backend's log, even when a statement fails (server/backend/lite/quiet.ts). */
import fs from 'node:fs'
import { expect, test } from 'vitest'
import { pathFor, store } from './files.ts'
import { aStudent, aVisitor, backend, newAddress, theService } from './people.ts'
import { send, sendJson } from './raw.ts'
import { rowFor } from './uploads.ts'

test.runIf(backend.embedded)('the log reports failing statements without typed text', async () => {
  const output = () => fs.readFileSync(backend.embedded?.output ?? '', 'utf8')
  const before = output().length
  const ada = await aStudent('Ada')
  const secret = 'Zobo-Agbalumo'
  const email = newAddress(secret)

  await ada.client.from('profiles').update({ first_name: secret, year_of_study: 99 }).eq('user_id', ada.userId)
  await ada.client
    .from('profiles_bank_details')
    .upsert({ profile_id: ada.profileId, account_number: '98765432101', account_name: secret })
  await ada.client.from('material_uploads').insert({ ...rowFor(ada, pathFor(ada), secret), pages: -1 })
  await ada.client.from('topic_requests').insert({ user_id: ada.profileId, topic: `${secret}\0` })
  await sendJson('/rest/v1/profiles', { first_name: { secret } }, { as: ada })
  await theService().rpc('make_admin', { account_email: email })
  await aVisitor().from('blog_posts').select().eq('id', secret)
  await send(`/rest/v1/topics_directory?topic=fts.${secret}%20%26%20%7C`)
  await aVisitor().auth.signUp({ email, password: secret })
  await aVisitor().auth.signInWithPassword({ email, password: `${secret} ${secret}` })
  await sendJson('/auth/v1/token?grant_type=refresh_token', { refresh_token: secret })
  await aVisitor().auth.verifyOtp({ token_hash: secret, type: 'signup' })
  await store('material-uploads', pathFor(ada, `${secret}.exe`), { as: ada, body: secret })
  await store('nowhere', `${secret}.pdf`, { as: ada, body: secret })
  await sendJson('/functions/v1/upload-to-drive', { fileId: secret, uploadId: ada.profileId }, { as: ada })

  const result = output().slice(before)
  expect(result).toMatch(/^The backend reports .*23514/m)
  expect(result.toLowerCase()).not.toContain(secret.toLowerCase())
  for (const never of ['98765432101', ada.email, ada.accessToken, 'insert into', 'update "', 'select ']) {
    expect(result).not.toContain(never)
  }
  // The log has one word for each failure, without stack and statement.
  expect(result.split('\n').filter((line) => line.length > 120)).toEqual([])
})

test.runIf(backend.embedded)('the log contains no key and no secret', () => {
  const printed = fs.readFileSync(backend.embedded?.output ?? '', 'utf8')
  expect(printed).toContain('The backend answers on')
  for (const key of [backend.secretKey, backend.publishableKey, backend.embedded?.jwtSecret ?? '-']) {
    expect(printed).not.toContain(key)
  }
})
