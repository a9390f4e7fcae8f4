import { withSupabase } from '@supabase/server'
import * as v from 'valibot'
import { openDrive } from '../_shared/drive.ts'

const body = v.object({ reference: v.pipe(v.string(), v.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,250}$/)) })

/**
 * Removes the drive copy of a deleted upload: body { reference }, as in drive_copies. Only the site's worker calls it, with the secret key.
 * 200 when the copy is removed or missing, 502 when the drive failed, 503 when no drive is configured.
 */
export default {
  fetch: withSupabase({ auth: ['secret'] }, async (request) => {
    // oxlint-disable-next-line lamplight/no-unseen-failure -- a body that is not JSON is answered 400
    const parsed = v.safeParse(body, await request.json().catch(() => null))
    if (!parsed.success) {
      return Response.json({ message: 'Send { reference }' }, { status: 400 })
    }
    const drive = openDrive()
    if (!drive) {
      return Response.json({ message: 'No drive is set up' }, { status: 503 })
    }
    try {
      await drive.remove(parsed.output.reference)
      return Response.json({ removed: true })
    } catch (failure) {
      const reason = failure instanceof Error ? failure.message : 'unknown'
      return Response.json({ removed: false, message: `The drive did not remove the file: ${reason}` }, { status: 502 })
    }
  }),
}
