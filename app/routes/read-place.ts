import { privateHeaders } from '#app/features/orders/selling.server.ts'
import { siteContext } from '#app/services/site.server.ts'
import { logFailure } from '#app/platform/log/failures.server.ts'
import type { Route } from './+types/read-place'

const MAX_TITLE_CHARS = 300

/** Saves the heading that a buyer has reached. The site's script sends it when the page is left (app/features/reader/follow-reading.ts). */
export async function action({ params: { token }, request, context }: Route.ActionArgs) {
  const form = new URLSearchParams(await request.text())
  const [chapter, section] = [Number(form.get('chapter')), form.get('section') ?? '']
  const isPlace = Number.isInteger(chapter) && chapter >= 1 && chapter <= 5000 && /^(?:r\d{1,6})?$/.test(section)
  if (!isPlace) {
    return new Response(null, { status: 400, headers: privateHeaders })
  }
  try {
    const title = (form.get('title') ?? '').slice(0, MAX_TITLE_CHARS)
    await context.get(siteContext).orderReading?.savePlace(token, { chapter, section, title })
    return new Response(null, { status: 204, headers: privateHeaders })
  } catch (error) {
    logFailure('Could not save where a work is read', error)
    return new Response(null, { status: 503, headers: privateHeaders })
  }
}
