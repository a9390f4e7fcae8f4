import type { RouterContextProvider } from 'react-router'
import { orLog, logFailure } from '#app/platform/log/failures.server.ts'
import { functionFailure } from '#app/platform/log/function-failure.server.ts'
import type { Database, Enums } from '#app/services/database.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { getRejection, type RejectedSave, whyUnchanged } from '../console/records.server.ts'
import { invalidateMaterials } from '../materials/invalidate.server.ts'
import { saveBankDetails } from '../profiles/commands.server.ts'
import type { ArrivedFile } from './received-file.server.ts'
import type { UploadForm } from './schema.ts'
import { agreement } from './labels.ts'

type Context = Readonly<RouterContextProvider>

type Sending = {
  form: UploadForm
  file: ArrivedFile
  /** The idempotency key of the form, which detects repeated posts; null if the form has no id. */
  idempotencyKey: string | null
}

/**
 * Sends a work in for review in the order of SPEC 4, after user and profile are checked: stores the file, inserts the
 * record, requests the drive copy. A failed copy is only logged here, because it stays due. If the insert fails, the
 * file is removed. If another process has accepted the same form in the meantime (`once`), this one is not stored and
 * counts as sent.
 * @throws if the backend rejected it or failed; then nothing is stored.
 */
export async function sendForReview(
  context: Context,
  user: CurrentUser,
  profileId: string,
  { form, file, idempotencyKey }: Sending,
): Promise<void> {
  await saveBankDetails(context, user, profileId, form)

  const file_path = await file.store()
  const { title, category, format, pages, description, subject_area, year_of_study } = form
  const { programme, design, population_and_sample, instrument, wished_price } = form
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
      wished_price,
      proposed_price: 0,
      file_name: file.shownName,
      file_path,
      file_sha256: file.sha256,
      terms_version: agreement.version,
      idempotency_key: idempotencyKey,
    })
    .select('id')
    .single()
  if (error) {
    await user.client.storage.from('material-uploads').remove([file_path])
    if (error.code === NOT_UNIQUE && error.message.includes('material_uploads_idempotency_key')) {
      return
    }
    throw new Error(`Could not record the upload: ${error.message}`, { cause: error })
  }
  requestCopy(user, upload.id, file_path)
}

const NOT_UNIQUE = '23505'
const NOT_ALLOWED = '42501'
/** The hint of replace_upload_file when there is no such pending upload. */
const NO_SUCH_UPLOAD = 'no_such_upload'

/**
 * Replaces the file of the user's own pending upload: stores the new file, updates the row, then removes the old file.
 * The review and the drive copy become due again.
 * @returns false if there is no such upload, or it was decided in the meantime.
 * @throws if the backend rejected it or failed; then the old file remains.
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
    throw new Error(`Could not replace the file: ${error.message}`, { cause: error })
  }
  requestCopy(user, uploadId, new_path)
  return true
}

/**
 * Replaces the file of one of our materials at a position and emails its buyers. same: it already has this file.
 * of_student: its file comes from a review. Throws if the backend rejected it or failed; then the old file remains.
 */
export async function storePlatformFile(
  admin: CurrentUser,
  material: { id: string; position: number },
  file: ArrivedFile,
): Promise<Enums['platform_file_saving']> {
  const new_path = await file.store()
  const { data, error } = await admin.client.rpc('save_platform_file', {
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
    throw new Error(`Could not store the file of a material: ${error.message}`, { cause: error })
  }
  return data
}

/**
 * Saves one of our materials together with its first file: both or neither. `stored` is the record and the version that
 * was read, null for a new one.
 * @returns its id, or the reason why it was not saved.
 * @throws if the backend rejected it for another reason or failed.
 */
export async function saveMaterialWithFile(
  admin: CurrentUser,
  row: Partial<Database['public']['Tables']['research_materials']['Row']>,
  stored: { id: string; version: string } | null,
  file: ArrivedFile,
): Promise<{ id: string } | RejectedSave> {
  const new_path = await file.store()
  const { data: id, error } = await admin.client.rpc('save_material_with_file', {
    fields: row,
    new_name: file.shownName,
    new_path,
    new_sha256: file.sha256,
    ...(stored && { material: stored.id, expected_version: stored.version }),
  })
  if (id) {
    return { id }
  }
  // If it cannot be removed now, the sweep removes it.
  await admin.client.storage.from('material-uploads').remove([new_path])
  return error ? getRejection(error) : stored ? whyUnchanged(admin, 'research_materials', stored.id) : 'gone'
}

/**
 * Withdraws the user's own pending upload: removes its row, then its file. Returns its title, or the reason why nothing
 * was removed: gone (there is no such upload, or it was decided in the meantime), bought (it was on sale, and its
 * buyers retain it).
 * @throws if the backend failed.
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
    throw new Error(`Could not withdraw the upload: ${error.message}`, { cause: error })
  }
  if (!data) {
    return 'gone'
  }
  await user.client.storage.from('material-uploads').remove([data.file_path])
  return { title: data.title }
}

/**
 * Changes the title and description of the user's own pending upload.
 * @returns false if there is no such upload, or it was decided in the meantime.
 * @throws if the backend failed.
 */
export async function editUpload(
  user: CurrentUser,
  upload: string,
  { title, description }: Pick<UploadForm, 'title' | 'description'>,
): Promise<boolean> {
  const words = { upload, new_title: title, new_description: description }
  return (await user.client.rpc('edit_upload', words).throwOnError()).data
}

/**
 * Takes the material of the user's own approved upload off sale, or puts it back.
 * @returns false if it is not on sale, or was not taken off by the user.
 * @throws if the backend failed.
 */
export async function setOnSale(user: CurrentUser, upload: string, isOnSale: boolean): Promise<boolean> {
  const { data } = await user.client.rpc(isOnSale ? 'put_back_on_sale' : 'take_off_sale', { upload }).throwOnError()
  if (data) {
    invalidateMaterials()
  }
  return data
}

/**
 * Records that the user accepts this version of the terms for a pending upload that came without the agreement.
 * @returns false if there is no such upload.
 * @throws if the backend failed.
 */
export async function agreeToTerms(user: CurrentUser, upload: string, version: string): Promise<boolean> {
  const { data } = await user.client.rpc('agree_to_upload_terms', { upload, version }).throwOnError()
  return data
}

/**
 * Records the current hash of an upload's stored file if it is not the one that was sent. Only an admin may record it
 * (42501 for a student, which is expected); any other failure is logged, because the download is aborted in any case.
 */
export async function recordDifferentFile(user: CurrentUser, upload: string, path: string, sha256: string): Promise<void> {
  const { error } = await user.client.rpc('compare_file', { upload, path, sha256 })
  if (error && error.code !== NOT_ALLOWED) {
    logFailure('Could not record a different stored file', error)
  }
}

/**
 * Requests the drive copy in the background. A failure is logged, and the copy stays due, so that the sweep retries it.
 */
function requestCopy(user: CurrentUser, uploadId: string, fileId: string): void {
  async function ask(): Promise<void> {
    const { error } = await user.client.functions.invoke('upload-to-drive', { body: { fileId, uploadId } })
    if (error) {
      throw new Error(await functionFailure(error))
    }
  }
  void ask().catch(orLog(`The copy of upload ${uploadId} was not made at once; the sweep asks again`, null))
}
