import fs from 'node:fs'
import path from 'node:path'
import { expect, type TestApp, pastThePages } from './app.ts'
import type { CurrentUser } from './test-user.ts'

const fixture = path.resolve(import.meta.dirname, '../fixtures/eclampsia-care.pdf')

/** Sends in a work of this student, in a file that no other work has. Returns the id of the upload and of the student's profile. */
export async function sentWork(app: TestApp, student: CurrentUser, title: string): Promise<{ upload: string; profile: string }> {
  const theirs = await pastThePages(app, student.email, student.password)
  const { data: who } = await theirs.auth.getUser()
  const file = `${who.user?.id}/${Date.now()}-work.pdf`
  const pdf = Buffer.concat([fs.readFileSync(fixture), Buffer.from(`% ${file}\n`)])
  const { error } = await theirs.storage.from('material-uploads').upload(file, pdf, { contentType: 'application/pdf' })
  expect(error).toBeNull()
  const { data: profile } = await theirs.from('profiles').select('id').single().throwOnError()
  await theirs
    .from('material_uploads')
    .insert({
      user_id: profile.id,
      title,
      category: 'thesis',
      format: 'PDF',
      file_name: 'work.pdf',
      file_path: file,
      terms_version: '2026-11-21',
    })
    .throwOnError()
  const { data: sent } = await theirs.from('material_uploads').select('id').eq('file_path', file).single().throwOnError()
  return { upload: sent.id, profile: profile.id }
}

/**
 * Creates a work of this student that is approved and on sale: by its link, or on the site when the link is null. Calls
 * the functions that the pages use; the pages have their own tests.
 */
export async function approvedWork(
  app: TestApp,
  student: CurrentUser,
  admin: Omit<CurrentUser, 'firstName'>,
  work: { title: string; price: number; link: string | null; share?: number },
): Promise<void> {
  const { upload } = await sentWork(app, student, work.title)
  const ours = await pastThePages(app, admin.email, admin.password)
  for (const checked of ['opens', 'own_work', 'no_names', 'chapters_complete']) {
    await ours.rpc('tick_review', { upload, checked, ticked: true }).throwOnError()
  }
  const { data: review } = await ours.from('upload_reviews').select('version').eq('upload_id', upload).single().throwOnError()
  const { data: outcome } = await ours
    .rpc('approve_upload', {
      upload,
      expected_version: review.version,
      material: {
        title: work.title,
        category: 'thesis',
        subject_area: 'Midwifery',
        price: work.price,
        selar_link: work.link,
        sold_here: work.link === null,
        pages: 40,
        year_of_study: 2024,
        chapter_one_preview: '## Introduction\n\nWhat is known.',
      },
      new_share_percent: work.share ?? 50,
    })
    .throwOnError()
  expect(outcome).toMatchObject([{ outcome: 'ok' }])
}
