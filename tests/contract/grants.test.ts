/*
 * Column grants remain as the migrations set them, from a backend's first request on
 * (server/backend/lite/database/grants.ts).
 */
import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { launchBackend } from './backend-process.ts'
import { aStudent, aVisitor, backend, theService } from './people.ts'
import { anUpload } from './uploads.ts'

test('a student never gets a column that was not granted, however many requests run', async () => {
  const ada = await aStudent('Ada')
  const upload = await anUpload(ada)
  for (let round = 0; round < 3; round += 1) {
    const attempts = [
      await ada.client.from('profiles').update({ user_type: 'Admin' }).eq('user_id', ada.userId),
      await ada.client.from('profiles').update({ total_earnings: 5 }).eq('user_id', ada.userId),
      await ada.client.from('material_uploads').update({ title: 'Another' }).eq('id', upload.id),
      await ada.client.from('topic_requests').insert({ user_id: ada.profileId, topic: 'x', answer: 'y' }),
      await ada.client.from('profiles').delete().eq('user_id', ada.userId),
      await ada.client.from('audit_log').delete().gt('id', 0),
    ]
    expect(attempts.map(({ error }) => error?.code)).toEqual(attempts.map(() => '42501'))
    expect((await aVisitor().from('profiles').select()).error?.code).toBe('42501')
    expect((await ada.client.from('profiles').update({ first_name: 'Adaeze' }).eq('user_id', ada.userId)).error).toBeNull()
  }
})

test('the service cannot rewrite the audit log', async () => {
  const { error } = await theService().from('audit_log').update({ action: 'nothing' }).gt('id', 0)
  expect(error?.code).toBe('42501')
})

// tests/process/first-start.test.ts tests the very first start.
test.runIf(backend.embedded)('the first request to a restarted backend respects the grants', async () => {
  const fresh = await launchBackend()
  try {
    const token = await new SignJWT({ role: 'authenticated', sub: '00000000-0000-4000-8000-000000000001' })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(fresh.keys.jwt_secret))
    const rejected = () =>
      fetch(`${fresh.url}/rest/v1/profiles?user_type=eq.Student`, {
        method: 'PATCH',
        headers: { apikey: fresh.keys.publishable_key, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ user_type: 'Admin' }),
      })
    expect([(await rejected()).status, (await rejected()).status, (await rejected()).status]).toEqual([403, 403, 403])
  } finally {
    await fresh.stop()
  }
})
