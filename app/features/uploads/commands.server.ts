import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { RouterContextProvider } from 'react-router'
import { backendContext, type ReceivedFile } from '../../platform/backend.server.ts'
import type { Person } from '../../platform/session.server.ts'
import { keepBankDetails } from '../profiles/commands.server.ts'
import { ownProfile } from '../profiles/queries.server.ts'
import { acceptedFileOf, type AcceptedFile } from './accepted-files.ts'
import type { UploadForm } from './schema.ts'
import { agreement } from './words.ts'

type Context = Readonly<RouterContextProvider>

/** A received file and its SHA-256, hexadecimal. */
export type HashedFile = ReceivedFile & { sha256: string }

/**
 * Sends a work in for review, in the specification's order (SPEC 4): the signed-in person, the profile, the file into storage, the record,
 * the copy on the drive, whose outcome is ignored here since it is kept as due. If the record fails the file goes again.
 * @throws 'User profile not found', or when the backend refused or failed; nothing is left behind then.
 */
export async function sendForReview(context: Context, person: Person, form: UploadForm, file: HashedFile): Promise<void> {
  const accepted = acceptedFileOf(file.name)
  if (!accepted) {
    throw new Error('The file has an ending that is not accepted')
  }
  const profile = await ownProfile(person)
  if (!profile) {
    throw new Error('User profile not found')
  }
  await keepBankDetails(person, profile.id, form)

  const file_path = `${person.userId}/${Date.now()}-${storedName(file.name, accepted)}`
  await store(context, person, file_path, file, accepted)
  const { title, category, format, pages, description, subject_area, year_of_study } = form
  const { data: upload, error } = await person.client
    .from('material_uploads')
    .insert({
      user_id: profile.id,
      title,
      category,
      format,
      pages,
      description,
      subject_area,
      year_of_study,
      proposed_price: 0,
      file_name: shownName(file.name),
      file_path,
      file_sha256: file.sha256,
      terms_version: agreement.version,
    })
    .select('id')
    .single()
  if (error) {
    await person.client.storage.from('material-uploads').remove([file_path])
    throw new Error('The upload could not be recorded', { cause: error })
  }
  askForCopy(person, upload.id, file_path)
}

const NO_SUCH_UPLOAD = 'P0002'

/**
 * Puts another file under a pending upload of the person's own: stored first, then the row, then the old file goes. The review is due anew, and
 * so is the copy on the drive.
 * @returns false when there is no such upload, or it was answered meanwhile.
 * @throws when the backend refused or failed; the old file then stays.
 */
export async function replaceFile(context: Context, person: Person, uploadId: string, file: HashedFile): Promise<boolean> {
  const accepted = acceptedFileOf(file.name)
  if (!accepted) {
    throw new Error('The file has an ending that is not accepted')
  }
  const new_path = `${person.userId}/${Date.now()}-${storedName(file.name, accepted)}`
  await store(context, person, new_path, file, accepted)
  const { data: oldPath, error } = await person.client.rpc('replace_upload_file', {
    upload: uploadId,
    new_name: shownName(file.name),
    new_path,
    new_sha256: file.sha256,
  })
  // Of the two files one is needed no more; what cannot be removed now is removed by the sweep.
  await person.client.storage.from('material-uploads').remove([error ? new_path : oldPath])
  if (error?.code === NO_SUCH_UPLOAD) {
    return false
  }
  if (error) {
    throw new Error('The file could not be replaced', { cause: error })
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

function askForCopy(person: Person, uploadId: string, fileId: string): void {
  void person.client.functions.invoke('upload-to-drive', { body: { fileId, uploadId } }).catch(() => null)
}

/** Streams a file into the private bucket with the person's own token; storage's client would read it into memory. */
async function store(
  context: Context,
  person: Person,
  filePath: string,
  file: ReceivedFile,
  accepted: AcceptedFile,
): Promise<void> {
  const backend = context.get(backendContext)
  const response = await backend.fetch(`${backend.url}/storage/v1/object/material-uploads/${filePath}`, {
    method: 'POST',
    headers: {
      apikey: backend.publishableKey,
      authorization: `Bearer ${person.accessToken}`,
      'content-type': accepted.type,
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
