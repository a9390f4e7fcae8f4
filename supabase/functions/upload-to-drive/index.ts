import * as v from 'valibot'
import { getAcceptedFile } from '../_shared/accepted-files.ts'
import { type Caller, whoCalls } from '../_shared/caller.ts'
import { copyName } from '../_shared/copy-name.ts'
import { type Drive, openDrive } from '../_shared/drive.ts'
import { HashMismatchError, inspectStored, storedChunks } from '../_shared/stored-file.ts'

const body = v.object({ fileId: v.pipe(v.string(), v.minLength(1)), uploadId: v.pipe(v.string(), v.uuid()) })
const stored = v.object({
  id: v.string(),
  title: v.string(),
  file_path: v.string(),
  file_sha256: v.nullable(v.string()),
  file_checked_at: v.nullable(v.string()),
  file_fits: v.nullable(v.boolean()),
})
type Upload = v.InferOutput<typeof stored>
const claimed = v.array(v.object({ attempts: v.number() }))

/** Delay in seconds before a failed copy is retried, by the number of attempts. */
const backOff = (attempts: number): number => Math.min(60 * 2 ** attempts, 6 * 60 * 60)

/**
 * Copies the file of an upload to the drive (SPEC 4, step 5, and 7): body { fileId, uploadId }, fileId being the
 * storage path. The upload's owner, an admin, and the sweep (with the secret key) may call it. A copy is stored only
 * once: 200 { copied: true } if it exists, 202 if another call is storing it or its next attempt is later, 502 if the
 * drive failed (it stays due). Two failures are final, because retrying has the same result: 422 if the content does
 * not match the name or is a stub (a student can bypass the site to store anything), 409 if the hash differs from the
 * uploaded file (docs/decisions/0024). Both are checked and recorded here once, also without a drive; then the response
 * is 200 { copied: false, drive: null }, and the copy is not due until a drive is configured
 * (`queue_missing_drive_copies`).
 *
 * GET with the secret key returns the configured drive, and a message if it accepts no copies: { drive, fault }.
 */
export default {
  async fetch(request: Request): Promise<Response> {
    const caller = await whoCalls(request)
    if (caller instanceof Response) {
      return caller
    }
    if (request.method === 'GET') {
      return caller.kind === 'secret key'
        ? describeDrive()
        : Response.json({ message: 'Call with the secret key' }, { status: 401 })
    }
    // oxlint-disable-next-line lamplight/no-unseen-failure -- a body that is not JSON is answered 400
    const parsed = v.safeParse(body, await request.json().catch(() => null))
    return parsed.success
      ? copied(caller, parsed.output)
      : Response.json({ message: 'Send { fileId, uploadId }' }, { status: 400 })
  },
}

async function describeDrive(): Promise<Response> {
  let kind: string | null = 'of settings that do not fit'
  try {
    const drive = openDrive()
    kind = drive?.kind ?? null
    await drive?.check()
    return Response.json({ drive: kind, fault: null })
  } catch (failure) {
    return Response.json({ drive: kind, fault: getSentence(failure) })
  }
}

async function copied({ client, admin }: Caller, { fileId, uploadId }: v.InferOutput<typeof body>): Promise<Response> {
  // Read as the caller: row security shows an upload only to its owner and to admins.
  const { data, error } = await client
    .from('material_uploads')
    .select('id, title, file_path, file_sha256, file_checked_at, file_fits')
    .eq('id', uploadId)
    .maybeSingle()
  if (error) {
    return Response.json({ message: 'The upload could not be read' }, { status: 502 })
  }
  const upload = data === null ? null : v.parse(stored, data)
  if (upload?.file_path !== fileId) {
    return noSuchUpload()
  }
  const { data: claims, error: claimFailed } = await admin.rpc('claim_drive_copy', { upload: uploadId })
  if (claimFailed) {
    return Response.json({ message: 'The copy could not be claimed' }, { status: 502 })
  }
  const [claim] = v.parse(claimed, claims)
  if (!claim) {
    const { data: copy } = await admin.from('drive_copies').select('copied_at').eq('upload_id', uploadId).maybeSingle()
    return copy?.copied_at ? Response.json({ copied: true }) : Response.json({ copied: false }, { status: 202 })
  }

  /** Records the result, unless the upload's file was replaced since: the new file has a separate due copy. */
  const note = (outcome: Record<string, unknown>) =>
    admin.from('drive_copies').update(outcome).eq('upload_id', uploadId).eq('file_path', upload.file_path)
  try {
    return await checkedAndCopied(admin, upload, note)
  } catch (failure) {
    const next_attempt_at = new Date(Date.now() + backOff(claim.attempts) * 1000).toISOString()
    await note({ next_attempt_at, last_error: getSentence(failure).slice(0, 1000) })
    return Response.json(
      { copied: false, message: `The drive did not take the file; it will be tried again: ${getSentence(failure)}` },
      { status: 502 },
    )
  }
}

type Note = (outcome: Record<string, unknown>) => PromiseLike<{ error: { message: string } | null }>

async function checkedAndCopied(admin: Caller['admin'], upload: Upload, note: Note): Promise<Response> {
  let { file_sha256: sha256, file_fits: fits } = upload
  if (upload.file_checked_at === null || sha256 === null || fits === null) {
    ;({ sha256, fits } = await inspectStored(upload.file_path))
    const compared = await compare(admin, upload, { sha256, fits })
    if (compared !== 'ok') {
      return otherFile(compared, note)
    }
  }
  if (!fits) {
    await note({ next_attempt_at: 'infinity', last_error: 'the content is not what the name says' })
    return Response.json({ copied: false, message: 'The file is not what its name says' }, { status: 422 })
  }
  const drive = openDrive()
  if (!drive) {
    await note({ next_attempt_at: 'infinity', last_error: null, attempts: 0 })
    return Response.json({ copied: false, drive: null })
  }
  try {
    return await copiedTo(drive, admin, { ...upload, file_sha256: sha256 }, note)
  } catch (failure) {
    if (failure instanceof HashMismatchError) {
      return otherFile(await compare(admin, upload, { sha256: failure.sha256, fits }), note)
    }
    throw failure
  }
}

async function copiedTo(
  drive: Drive,
  admin: Caller['admin'],
  upload: Upload & { file_sha256: string },
  note: Note,
): Promise<Response> {
  // The copy's reference is recorded before it is stored. If the process is killed now, deleting the upload still
  // removes the copy.
  const reference = copyName(upload)
  const announced = await note({ drive_reference: reference })
  if (announced.error) {
    throw new Error(`Could not record the copy before storing it: ${announced.error.message}`)
  }
  const accepted = getAcceptedFile(upload.file_path)
  const copy = {
    reference,
    uploadId: upload.id,
    title: upload.title,
    ending: accepted?.ending ?? 'bin',
    type: accepted?.type ?? 'application/octet-stream',
    sha256: upload.file_sha256,
  }
  await drive.put(copy, () => storedChunks(upload.file_path, copy.sha256))
  const done = await note({ copied_at: new Date().toISOString(), last_error: null })
  if (done.error) {
    throw new Error(`Could not record the copy: ${done.error.message}`)
  }
  // The upload was deleted or its file replaced since. This copy is removed, because no row references it.
  const { data: owed } = await admin.from('drive_copies').select('file_path').eq('upload_id', upload.id).maybeSingle()
  if (!owed || copyName({ ...upload, file_path: String(owed.file_path) }) !== reference) {
    await drive.remove(reference)
  }
  return owed ? Response.json({ copied: true }) : noSuchUpload()
}

/**
 * Returns the database's check of the stored file: `ok`, `other` (the upload has another file now), or that it was
 * changed.
 */
async function compare(
  admin: Caller['admin'],
  { id, file_path }: Upload,
  found: { sha256: string; fits: boolean },
): Promise<string> {
  const { data, error } = await admin.rpc('record_file_check', { upload: id, path: file_path, ...found })
  if (error) {
    throw new Error(`Could not compare the hash: ${error.message}`)
  }
  return String(data)
}

async function otherFile(compared: string, note: Note): Promise<Response> {
  if (compared === 'other') {
    return noSuchUpload()
  }
  await note({ next_attempt_at: 'infinity', last_error: 'the stored file is not the one that was sent' })
  return Response.json({ copied: false, message: 'The stored file is not the one that was sent' }, { status: 409 })
}

const noSuchUpload = () => Response.json({ message: 'No such upload' }, { status: 404 })

const getSentence = (failure: unknown): string => (failure instanceof Error ? failure.message : 'unknown')
