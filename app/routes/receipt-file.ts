import { readReceipt } from '../features/orders/read-receipt.server.ts'
import { privateHeaders } from '../features/orders/selling.server.ts'
import { consumeRateLimit } from '../platform/limits/limits.server.ts'
import { siteContext } from '#app/services/site.server.ts'
import type { Route } from './+types/receipt-file'

/** Returns the receipt of an order as a PDF, or the invoice before its payment. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { rejection } = await consumeRateLimit(context, 'export')
  if (rejection) {
    return new Response(rejection, { status: 429 })
  }
  const { paper } = await readReceipt(context, params.token)
  const pdf = await context.get(siteContext).drawPaper(paper)
  return new Response(Buffer.from(pdf), {
    headers: {
      ...privateHeaders,
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="lamplight-${paper.title.toLowerCase().replaceAll(' ', '-')}.pdf"`,
    },
  })
}
