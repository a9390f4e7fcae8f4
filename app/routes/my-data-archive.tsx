import { addressesOf } from '../features/accounts/queries.server.ts'
import { everythingOf } from '../features/my-data/archive.server.ts'
import { zipped } from '../features/my-data/zip.server.ts'
import { dayInLagos } from '../platform/text/dates.ts'
import { takeTurn } from '../platform/limits/limits.server.ts'
import { orUnavailable } from '../platform/pages/unavailable.server.ts'
import { personOf, signInAgain } from '../platform/session/session.server.ts'
import type { Route } from './+types/my-data-archive'

/** All data of the person as an archive, made while it is sent. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const person = personOf(context)
  const account = await orUnavailable(context, addressesOf(context, person.accessToken))
  if (!account) {
    throw signInAgain(url, context)
  }
  const { refusal } = await takeTurn(context, 'export')
  if (refusal) {
    return new Response(refusal, { status: 429 })
  }
  const asked = Number(url.searchParams.get('part') ?? '1')
  const part = Number.isInteger(asked) && asked >= 1 && asked <= 1000 ? asked : 1
  const name = `lamplight-my-data-${dayInLagos(new Date())}${part > 1 ? `-${part}` : ''}.zip`
  const archive = zipped(everythingOf(context, { ...person, email: account.email }, part))
  // Read before the answer begins, so that a failure still gets an error page.
  const first = await orUnavailable(context, archive.next())
  return new Response(asStream(first, archive), {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    },
  })
}

/** Read piece by piece as fast as the connection allows; given up when the browser disconnects. */
function asStream(first: IteratorResult<Uint8Array>, rest: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  let waiting: IteratorResult<Uint8Array> | null = first
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = waiting ?? (await rest.next())
        waiting = null
        if (done) {
          controller.close()
        } else {
          controller.enqueue(value)
        }
      },
      async cancel() {
        await rest.return(undefined)
      },
    },
    { highWaterMark: 1 },
  )
}
