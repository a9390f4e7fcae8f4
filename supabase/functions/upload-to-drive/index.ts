import { withSupabase } from '@supabase/server'
import * as v from 'valibot'
import { acceptedFileOf } from '../_shared/accepted-files.ts'
import { copyName } from '../_shared/copy-name.ts'
import { openDrive } from '../_shared/drive.ts'
import { contentFits } from '../_shared/file-content.ts'
import { hashOfFile } from '../_shared/file-hash.ts'

const body = v.object({ fileId: v.pipe(v.string(), v.minLength(1)), uploadId: v.pipe(v.string(), v.uuid()) })

/** After how many seconds a failed copy is tried again, by the number of tries. */
const backOff = (attempts: number): number => Math.min(60 * 2 ** attempts, 6 * 60 * 60)

/**
 * Copies the file of an upload to the drive (SPEC 4, step 5, and 7): body { fileId, uploadId }, fileId being the storage path. The upload's
 * owner, an operator, and the sweep (with the secret key) may call it. A copy is made only once: 200 { copied: true } when it exists, 202
 * when another call is making it or its next try is later, 502 when the drive failed (it stays due), 503 when no drive is configured. Two
 * failures are final, because another try gives the same result: 422 when the content does not fit the name (on a hosted project a student
 * can store anything), 409 when the hash is not that of the sent file (docs/decisions/0024). Both are checked and recorded here once, also
 * without a drive.
 */
export default {
  fetch: withSupabase({ auth: ['user', 'secret'] }, async (request, context) => {
    // oxlint-disable-next-line lamplight/no-unseen-failure -- a body that is not JSON is answered 400
    const parsed = v.safeParse(body, await request.json().catch(() => null))
    if (!parsed.success) {
      return Response.json({ message: 'Send { fileId, uploadId }' }, { status: 400 })
    }
    const { fileId, uploadId } = parsed.output

    // Read as the caller: row security shows an upload only to its owner and to operators.
    const reader = context.authMode === 'secret' ? context.supabaseAdmin : context.supabase
    const { data: upload, error } = await reader
      .from('material_uploads')
      .select('id, title, file_name, file_path, file_checked_at, file_fits')
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

    /** Records the result, unless the upload's file was replaced meanwhile: the new file has its own due copy. */
    const note = (outcome: Record<string, unknown>) =>
      admin.from('drive_copies').update(outcome).eq('upload_id', uploadId).eq('file_path', upload.file_path)
    const tryAgain = () => new Date(Date.now() + backOff(claim.attempts) * 1000).toISOString()

    try {
      const file = await admin.storage.from('material-uploads').download(upload.file_path)
      if (file.error) {
        throw new Error(`the stored file could not be read: ${file.error.message}`)
      }
      const fits = upload.file_fits ?? (await isWhatItSays(upload.file_path, file.data))
      const { data: compared, error: notCompared } = await admin.rpc('note_file_checked', {
        upload: uploadId,
        path: upload.file_path,
        sha256: await hashOfFile(file.data.stream()),
        fits,
      })
      if (notCompared) {
        throw new Error(`the hash could not be compared: ${notCompared.message}`)
      }
      if (compared === 'other') {
        return Response.json({ message: 'No such upload' }, { status: 404 })
      }
      if (compared !== 'ok') {
        await note({ next_attempt_at: 'infinity', last_error: 'the stored file is not the one that was sent' })
        return Response.json({ copied: false, message: 'The stored file is not the one that was sent' }, { status: 409 })
      }
      if (!fits) {
        await note({ next_attempt_at: 'infinity', last_error: 'the content is not what the name says' })
        return Response.json({ copied: false, message: 'The file is not what its name says' }, { status: 422 })
      }
      if (!drive) {
        await note({ next_attempt_at: tryAgain(), last_error: 'no drive is set up' })
        return Response.json({ message: 'No drive is set up' }, { status: 503 })
      }
      // The copy's place is recorded before it is made. If the process is killed now, deleting the upload still removes the copy.
      const reference = copyName(upload)
      const announced = await note({ drive_reference: reference })
      if (announced.error) {
        throw new Error(`the copy could not be announced: ${announced.error.message}`)
      }
      await drive.put(reference, file.data.stream())
      const done = await note({ copied_at: new Date().toISOString(), last_error: null })
      if (done.error) {
        throw new Error(`the copy could not be noted: ${done.error.message}`)
      }
      // The upload was deleted or got another file meanwhile. This copy is removed, because no row would name it.
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

function isWhatItSays(name: string, file: Blob): Promise<boolean> {
  const accepted = acceptedFileOf(name)
  return accepted ? contentFits(file, accepted) : Promise.resolve(false)
}
