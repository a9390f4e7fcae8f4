import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { withSupabase } from '@supabase/server'
import * as v from 'valibot'
import { acceptedFileOf } from '../_shared/accepted-files.ts'
import { copyName } from '../_shared/copy-name.ts'
import { openDrive } from '../_shared/drive.ts'
import { contentFits } from '../_shared/file-content.ts'

const body = v.object({ fileId: v.pipe(v.string(), v.minLength(1)), uploadId: v.pipe(v.string(), v.uuid()) })

/** Seconds until a copy that failed is tried again, by how often it was tried. */
const backOff = (attempts: number): number => Math.min(60 * 2 ** attempts, 6 * 60 * 60)

/**
 * Copies the file of an upload to the drive (SPEC 4, step 5, and 7): body { fileId, uploadId }, fileId being the storage path.
 * The upload's owner may ask for it, an operator, and the sweep with the secret key. A copy is made once, however often it is asked for:
 * 200 { copied: true } when it is there, 202 when somebody else is at it or its next try is later, 502 when the drive failed (kept as
 * due), 503 when no drive is set up, 422 when the file is not what its name says: on a hosted project a student can store and send in
 * anything, so the content is checked here before it is copied, and such a copy is never tried again. The file's hash is computed here as
 * well and written over what its sender said it was (docs/decisions/0011); both also where there is no drive.
 */
export default {
  fetch: withSupabase({ auth: ['user', 'secret'] }, async (request, context) => {
    const parsed = v.safeParse(body, await request.json().catch(() => null))
    if (!parsed.success) {
      return Response.json({ message: 'Send { fileId, uploadId }' }, { status: 400 })
    }
    const { fileId, uploadId } = parsed.output

    // As the person asking: row security shows an upload to its owner and to operators only.
    const reader = context.authMode === 'secret' ? context.supabaseAdmin : context.supabase
    const { data: upload, error } = await reader
      .from('material_uploads')
      .select('id, title, file_name, file_path, file_checked_at')
      .eq('id', uploadId)
      .maybeSingle()
    if (error) {
      return Response.json({ message: 'The upload could not be read' }, { status: 502 })
    }
    if (!upload || upload.file_path !== fileId) {
      return Response.json({ message: 'No such upload' }, { status: 404 })
    }

    const admin = context.supabaseAdmin
    const drive = openDrive()
    if (!drive && upload.file_checked_at) {
      return Response.json({ message: 'No drive is set up' }, { status: 503 })
    }
    const { data: claims, error: claimFailed } = await admin.rpc('claim_drive_copy', { upload: uploadId })
    if (claimFailed) {
      return Response.json({ message: 'The copy could not be claimed' }, { status: 502 })
    }
    const claim = (claims as { attempts: number }[])[0]
    if (!claim) {
      const { data: copy } = await admin.from('drive_copies').select('copied_at').eq('upload_id', uploadId).maybeSingle()
      return copy?.copied_at ? Response.json({ copied: true }) : Response.json({ copied: false }, { status: 202 })
    }

    /** Notes how it went, unless another file was put under the upload meanwhile: that one is due by itself. */
    const note = (outcome: Record<string, unknown>) =>
      admin.from('drive_copies').update(outcome).eq('upload_id', uploadId).eq('file_path', upload.file_path)
    const tryAgain = () => new Date(Date.now() + backOff(claim.attempts) * 1000).toISOString()

    try {
      const file = await admin.storage.from('material-uploads').download(upload.file_path)
      if (file.error) {
        throw new Error(`the stored file could not be read: ${file.error.message}`)
      }
      const checked = await admin
        .from('material_uploads')
        .update({ file_sha256: await hashOf(file.data), file_checked_at: new Date().toISOString() })
        .eq('id', uploadId)
        .eq('file_path', upload.file_path)
      if (checked.error) {
        throw new Error(`the hash could not be noted: ${checked.error.message}`)
      }
      const accepted = acceptedFileOf(upload.file_path)
      if (!accepted || !(await contentFits(file.data, accepted))) {
        await note({ next_attempt_at: 'infinity', last_error: 'the content is not what the name says' })
        return Response.json({ copied: false, message: 'The file is not what its name says' }, { status: 422 })
      }
      if (!drive) {
        await note({ next_attempt_at: tryAgain(), last_error: 'no drive is set up' })
        return Response.json({ message: 'No drive is set up' }, { status: 503 })
      }
      const reference = await drive.put(copyName(upload), file.data.stream())
      const done = await note({ copied_at: new Date().toISOString(), drive_reference: reference, last_error: null })
      if (done.error) {
        throw new Error(`the copy could not be noted: ${done.error.message}`)
      }
      // The upload went, or got another file, while this one was on the way: nobody would know of a copy that the next does not replace.
      const { data: owed } = await admin.from('drive_copies').select('file_path').eq('upload_id', uploadId).maybeSingle()
      if (!owed || copyName({ ...upload, file_path: owed.file_path as string }) !== reference) {
        await drive.remove(reference)
      }
      if (!owed) {
        return Response.json({ message: 'No such upload' }, { status: 404 })
      }
      return Response.json({ copied: true })
    } catch (failure) {
      const reason = failure instanceof Error ? failure.message : 'unknown'
      await note({ next_attempt_at: tryAgain(), last_error: reason.slice(0, 1000) })
      return Response.json({ copied: false, message: 'The drive did not take the file; it will be tried again' }, { status: 502 })
    }
  }),
}

async function hashOf(file: Blob): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(file.stream() as unknown as AsyncIterable<Uint8Array>, hash)
  return hash.digest('hex')
}
