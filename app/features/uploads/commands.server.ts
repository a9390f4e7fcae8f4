import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { RouterContextProvider } from 'react-router'
import { backendContext } from '../../platform/process/backend.server.ts'
import { noted } from '../../platform/process/failures.server.ts'
import { functionFailure } from '../../platform/process/function-failure.server.ts'
import type { Person } from '../../platform/session/session.server.ts'
import { keepBankDetails } from '../profiles/commands.server.ts'
import type { AcceptedFile } from './accepted-files.ts'
import type { CheckedFile } from './incoming.server.ts'
import type { UploadForm } from './schema.ts'
import { agreement } from './words.ts'

type Context = Readonly<RouterContextProvider>

type Sending = {
  form: UploadForm
  file: CheckedFile
  /** By which the same form, posted twice, is known again; null when it says nothing of itself. */
  once: string | null
}

/**
 * Sends a work in for review, in the specification's order (SPEC 4) after the signed-in person and the profile: the file into storage, the
 * record, the copy on the drive, whose outcome is only logged here since it is kept as due. If the record fails the file goes again. A form that
 * another process has taken meanwhile (`once`) is not taken a second time, and counts as sent.
 * @throws when the backend refused or failed; nothing is left behind then.
 */
export async function sendForReview(
  context: Context,
  person: Person,
  profileId: string,
  { form, file, once }: Sending,
): Promise<void> {
  await keepBankDetails(person, profileId, form)

  const file_path = pathFor(person, file)
  await store(context, person, file_path, file)
  const { title, category, format, pages, description, subject_area, year_of_study } = form
  const { programme, design, population_and_sample, instrument } = form
  const { data: upload, error } = await person.client
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
      file_name: shownName(file.name),
      file_path,
      file_sha256: file.sha256,
      terms_version: agreement.version,
      sent_once: once,
    })
    .select('id')
    .single()
  if (error) {
    await person.client.storage.from('material-uploads').remove([file_path])
    if (error.code === NOT_UNIQUE && error.message.includes('material_uploads_sent_once')) {
      return
    }
    throw new Error(`The upload could not be recorded: ${error.message}`, { cause: error })
  }
  askForCopy(person, upload.id, file_path)
}

const NOT_UNIQUE = '23505'
/** The hint with which replace_upload_file refuses: there is no such upload, or none that waits. */
const NO_SUCH_UPLOAD = 'no_such_upload'

/**
 * Puts another file under a pending upload of the person's own: stored first, then the row, then the old file goes. The review is due anew, and
 * so is the copy on the drive.
 * @returns false when there is no such upload, or it was answered meanwhile.
 * @throws when the backend refused or failed; the old file then stays.
 */
export async function replaceFile(context: Context, person: Person, uploadId: string, file: CheckedFile): Promise<boolean> {
  const new_path = pathFor(person, file)
  await store(context, person, new_path, file)
  const { data: oldPath, error } = await person.client.rpc('replace_upload_file', {
    upload: uploadId,
    new_name: shownName(file.name),
    new_path,
    new_sha256: file.sha256,
  })
  // Of the two files one is needed no more; what cannot be removed now is removed by the sweep.
  await person.client.storage.from('material-uploads').remove([error ? new_path : oldPath])
  if (error?.hint === NO_SUCH_UPLOAD) {
    return false
  }
  if (error) {
    throw new Error(`The file could not be replaced: ${error.message}`, { cause: error })
  }
  askForCopy(person, uploadId, new_path)
  return true
}

/**
 * Takes a pending upload of the person's own back: its row, then its file. Returns its title; null when there is no such upload, or it was
 * answered meanwhile.
 * @throws when the backend failed.
 */
export async function withdrawUpload(person: Person, id: string): Promise<string | null> {
  const { data } = await person.client
    .from('material_uploads')
    .delete()
    .eq('id', id)
    .select('title, file_path')
    .maybeSingle()
    .throwOnError()
  if (data) {
    await person.client.storage.from('material-uploads').remove([data.file_path])
  }
  return data?.title ?? null
}

/** Nobody waits for the copy: what fails is logged, and due all the same, so that the sweep asks again. */
function askForCopy(person: Person, uploadId: string, fileId: string): void {
  async function ask(): Promise<void> {
    const { error } = await person.client.functions.invoke('upload-to-drive', { body: { fileId, uploadId } })
    if (error) {
      throw new Error(await functionFailure(error))
    }
  }
  void ask().catch(noted(`The copy of upload ${uploadId} was not made at once; the sweep asks again`, null))
}

/** {userId}/{timestamp}-{filename} (SPEC 7). */
function pathFor(person: Person, { name, kind }: CheckedFile): string {
  return `${person.userId}/${Date.now()}-${storedName(name, kind)}`
}

/** Streams a file into the private bucket with the person's own token; storage's client would read it into memory. */
async function store(context: Context, person: Person, filePath: string, file: CheckedFile): Promise<void> {
  const backend = context.get(backendContext)
  const response = await backend.fetch(`${backend.url}/storage/v1/object/material-uploads/${filePath}`, {
    method: 'POST',
    headers: {
      apikey: backend.publishableKey,
      authorization: `Bearer ${person.accessToken}`,
      'content-type': file.kind.type,
      'content-length': String(file.size),
      'x-upsert': 'false',
    },
    body: Readable.toWeb(createReadStream(file.path)) as ReadableStream<Uint8Array>,
    duplex: 'half',
  } as RequestInit)
  if (!response.ok) {
    throw new Error(`Storage refused the file with ${response.status}`)
  }
  await response.body?.cancel()
}

/** A name that every storage takes, made from what the person's file is called. Its one dot is that of its ending. */
export function storedName(name: string, accepted: AcceptedFile): string {
  const stem = name
    .replace(/\.[^.]*$/, '')
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 100)
    .replace(/[^A-Za-z0-9]+$/, '')
  return `${stem || 'file'}.${accepted.ending}`
}

/** The file's own name for people: without what would turn or break a line. */
export function shownName(name: string): string {
  const shown = name.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').trim()
  return shown.length > 300 ? `${shown.slice(0, 250)}…${shown.slice(-40)}` : shown || 'file'
}
