/* Students with a mark in all of their stored data, to check that only they can read it. */
import { expect } from 'vitest'
import type { TestApp } from '../support/start-app.ts'
import { cookieHeader, send } from '../support/http.ts'
import { linkIn, mailTo, newAddress, signUp, signUpFields } from '../support/emails.ts'
import { getClient } from '../support/client.ts'

export const PASSWORD = 'a long enough secret'

/** The schools of the students. */
type Place = Pick<TestApp, 'url' | 'dataDirectory' | 'backend'>

export type Student = Awaited<ReturnType<typeof markedStudent>>

/** Creates a student with a mark in all of their stored data, and works of this size. */
export async function markedStudent(app: Place, mark: string, accountNumber: string, sizes: number[]) {
  const email = newAddress(mark.toLowerCase())
  await signUp(app.url, { ...signUpFields(email), first_name: mark, last_name: `${mark} last` })
  const { mail } = await mailTo(app.dataDirectory, email, 'Confirm your Lamplight account')
  const cookie = cookieHeader(
    (await send(linkIn(mail), { password: PASSWORD })).cookies.filter((line) => line.startsWith('session=')),
  )
  const client = getClient(app.backend.url, app.backend.publishableKey)
  const { data: session } = await client.auth.signInWithPassword({ email, password: PASSWORD })
  const userId = session.user?.id ?? ''
  const { data: profile } = await client.from('profiles').select('id').eq('user_id', userId).single().throwOnError()
  await client
    .from('profiles')
    .update({ course_of_study: `${mark} course` })
    .eq('id', profile.id)
    .throwOnError()
  await client
    .from('profiles_bank_details')
    .insert({ profile_id: profile.id, bank_name: 'GTBank', account_number: accountNumber, account_name: mark })
    .throwOnError()
  await client
    .from('topic_requests')
    .insert({ user_id: profile.id, topic: `=${mark} topic` })
    .throwOnError()
  const { data: material } = await client.from('research_materials').select('id, slug').limit(1).single().throwOnError()
  await client
    .from('material_comments')
    .insert({ material_id: material.id, body: `${mark} comment` })
    .throwOnError()
  await client
    .from('reports')
    .insert({ material_id: material.id, reason: 'copied', words: `${mark} report` })
    .throwOnError()
  const avatar = await client.storage
    .from('product-files')
    .upload(`avatars/${userId}.png`, Buffer.from(`${mark} picture`), { contentType: 'image/png' })
  expect(avatar.error).toBeNull()
  const student = { mark, email, userId, profileId: profile.id, client, cookie, commented: material.slug }
  const files: Buffer[] = []
  for (const [at, size] of sizes.entries()) {
    const file = Buffer.alloc(size, `${mark} work ${at} `)
    file.write('%PDF-1.7\n/Type /Page\n')
    await sendWork(app, student, { title: `${mark} title ${at}`, name: `${mark} ị évil ${at}.pdf`, file })
    files.push(file)
  }
  return { ...student, files }
}

/** Sends a work by the form, as a browser without a script does. */
export async function sendWork(
  { url }: Pick<Place, 'url'>,
  { cookie, email }: { cookie: string; email: string },
  { title, name, file }: { title: string; name: string; file: Buffer },
): Promise<void> {
  const form = new FormData()
  for (const [field, value] of Object.entries({ title, category: 'thesis', format: 'PDF', email })) {
    form.set(field, value)
  }
  form.set('file', new Blob([new Uint8Array(file)], { type: 'application/pdf' }), name)
  const response = await fetch(`${url}/upload-materials`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, origin: url },
    body: form,
  })
  expect(response.status).toBe(303)
}
