import * as v from 'valibot'
import { whoCalls } from '../_shared/caller.ts'
import { openDrive } from '../_shared/drive.ts'

const body = v.object({ reference: v.pipe(v.string(), v.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,250}$/)) })

/**
 * Removes the drive copy of a deleted upload: body { reference }, as in drive_copies. Only the site's worker calls it,
 * with the secret key. 200 if the copy is removed or missing, 502 if the drive failed, 503 if no drive is configured.
 */
export default {
  async fetch(request: Request): Promise<Response> {
    const caller = await whoCalls(request)
    if (caller instanceof Response) {
      return caller
    }
    if (caller.kind !== 'secret key') {
      return Response.json({ message: 'Call with the secret key' }, { status: 401 })
    }
    // oxlint-disable-next-line lamplight/no-unseen-failure -- a body that is not JSON is answered 400
    const parsed = v.safeParse(body, await request.json().catch(() => null))
    if (!parsed.success) {
      return Response.json({ message: 'Send { reference }' }, { status: 400 })
    }
    try {
      const drive = openDrive()
      if (!drive) {
        return Response.json({ message: 'No drive is set up, so the copy that was made stays' }, { status: 503 })
      }
      await drive.remove(parsed.output.reference)
      return Response.json({ removed: true })
    } catch (failure) {
      const reason = failure instanceof Error ? failure.message : 'unknown'
      return Response.json({ removed: false, message: `The drive did not remove the file: ${reason}` }, { status: 502 })
    }
  },
}
