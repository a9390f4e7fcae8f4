import type { RouterContextProvider } from 'react-router'
import { orLog, logFailure } from '#app/platform/process/failures.server.ts'
import { functionFailure } from '#app/platform/process/function-failure.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { saveBankDetails } from '../profiles/commands.server.ts'
import type { ArrivedFile } from './received-file.server.ts'
import type { UploadForm } from './schema.ts'
import { agreement } from './labels.ts'

type Context = Readonly<RouterContextProvider>

type Sending = {
  form: UploadForm
  file: ArrivedFile
  /** Identifies the form, so that posting it twice is noticed; null when the form has no id. */
  once: string | null
}

/**
 * Sends a work in for review in the order of SPEC 4, after the person and the profile are checked: stores the file, inserts the record,
 * asks for the drive copy. A failed copy is only logged here, because it stays due. If the record fails, the file is removed. If another
 * process has accepted the same form meanwhile (`once`), this one is not stored and counts as sent.
 * @throws when the backend refused or failed; then nothing is stored.
 */
export async function sendForReview(
  context: Context,
  user: CurrentUser,
  profileId: string,
  { form, file, once }: Sending,
): Promise<void> {
  await saveBankDetails(context, user, profileId, form)

  const file_path = await file.store()
  const { title, category, format, pages, description, subject_area, year_of_study } = form
  const { programme, design, population_and_sample, instrument } = form
  const { data: upload, error } = await user.client
    .from('material_uploads')
    .insert({
      user_id: profileId,
      title,
      category,
      format,
      pages,
      description,
      subject_area,
      year_of_study,
      programme,
      design,
      population_and_sample,
      instrument,
      proposed_price: 0,
      file_name: file.shownName,
      file_path,
      file_sha256: file.sha256,
      terms_version: agreement.version,
      idempotency_key: once,
    })
    .select('id')
    .single()
  if (error) {
    await user.client.storage.from('material-uploads').remove([file_path])
    if (error.code === NOT_UNIQUE && error.message.includes('material_uploads_idempotency_key')) {
      return
    }
    throw new Error(`The upload could not be recorded: ${error.message}`, { cause: error })
  }
  askForCopy(user, upload.id, file_path)
}

const NOT_UNIQUE = '23505'
const NOT_ALLOWED = '42501'
/** The hint of replace_upload_file when there is no such pending upload. */
const NO_SUCH_UPLOAD = 'no_such_upload'

/**
 * Replaces the file of the person's own pending upload: stores the new file, updates the row, then removes the old file. The review and the
 * drive copy become due again.
 * @returns false when there is no such upload, or it was answered meanwhile.
 * @throws when the backend refused or failed; then the old file stays.
 */
export async function replaceFile(user: CurrentUser, uploadId: string, file: ArrivedFile): Promise<boolean> {
  const new_path = await file.store()
  const { data: oldPath, error } = await user.client.rpc('replace_upload_file', {
    upload: uploadId,
    new_name: file.shownName,
    new_path,
    new_sha256: file.sha256,
  })
  // One of the two files is no longer needed. If it cannot be removed now, the sweep removes it.
  await user.client.storage.from('material-uploads').remove([error ? new_path : oldPath])
  if (error?.hint === NO_SUCH_UPLOAD) {
    return false
  }
  if (error) {
    throw new Error(`The file could not be replaced: ${error.message}`, { cause: error })
  }
  askForCopy(user, uploadId, new_path)
  return true
}

/**
 * Gives a material of ours its file at a position, or a better one, of which its buyers are mailed. same: it has this file. of_student: its file comes from
 * a review. Throws when the backend refused or failed; then the old file stays.
 */
export async function storePlatformFile(
  admin: CurrentUser,
  material: { id: string; position: number },
  file: ArrivedFile,
): Promise<'ok' | 'same' | 'of_student' | 'gone'> {
  const new_path = await file.store()
  const { data, error } = await admin.client.rpc('keep_house_file', {
    material: material.id,
    new_name: file.shownName,
    new_path,
    new_sha256: file.sha256,
    at_position: material.position,
  })
  if (data === 'ok') {
    return data
  }
  // If it cannot be removed now, the sweep removes it.
  await admin.client.storage.from('material-uploads').remove([new_path])
  if (error) {
    throw new Error(`The file of a material could not be kept: ${error.message}`, { cause: error })
  }
  return data === 'same' || data === 'of_student' ? data : 'gone'
}

/**
 * Withdraws the person's own pending upload: removes its row, then its file. Returns its title, or why nothing was removed: gone (there is no
 * such upload, or it was answered meanwhile), bought (it was on sale, and its buyers keep it).
 * @throws when the backend failed.
 */
export async function withdrawUpload(user: CurrentUser, id: string): Promise<{ title: string } | 'gone' | 'bought'> {
  const { data, error } = await user.client
    .from('material_uploads')
    .delete()
    .eq('id', id)
    .select('title, file_path')
    .maybeSingle()
  if (error?.hint === 'has_buyers') {
    return 'bought'
  }
  if (error) {
    throw new Error(`The upload could not be withdrawn: ${error.message}`, { cause: error })
  }
  if (!data) {
    return 'gone'
  }
  await user.client.storage.from('material-uploads').remove([data.file_path])
  return { title: data.title }
}

/**
 * Records that the person agrees to this version of the terms for a pending upload that came without the agreement.
 * @returns false if there is no such upload.
 * @throws when the backend failed.
 */
export async function agreeToTerms(user: CurrentUser, upload: string, version: string): Promise<boolean> {
  const { data } = await user.client.rpc('agree_to_upload_terms', { upload, version }).throwOnError()
  return data
}

/**
 * Records what the stored file of an upload is now, when it is not the one that was sent. Only an admin may record it (42501 for a student, which
 * is expected); any other failure is logged, because the download breaks off in any case.
 */
export async function recordDifferentFile(user: CurrentUser, upload: string, path: string, sha256: string): Promise<void> {
  const { error } = await user.client.rpc('compare_file', { upload, path, sha256 })
  if (error && error.code !== NOT_ALLOWED) {
    logFailure('Another file could not be recorded', error)
  }
}

/** Nobody waits for the copy. A failure is logged, and the copy stays due, so that the sweep asks again. */
function askForCopy(user: CurrentUser, uploadId: string, fileId: string): void {
  async function ask(): Promise<void> {
    const { error } = await user.client.functions.invoke('upload-to-drive', { body: { fileId, uploadId } })
    if (error) {
      throw new Error(await functionFailure(error))
    }
  }
  void ask().catch(orLog(`The copy of upload ${uploadId} was not made at once; the sweep asks again`, null))
}
