import { href } from 'react-router'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { findNewsletter, renderNewsletter } from '#app/features/newsletters/admin.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import { notFound } from '#app/platform/pages/not-found.server.ts'
import { orUnavailable } from '#app/platform/pages/unavailable.server.ts'
import { siteContext } from '#app/services/site.server.ts'
import type { Route } from './+types/newsletter-preview'

/** An email has its styles in its elements, which the policy of pages forbids. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; sandbox allow-popups"

/** Shows the saved newsletter as its email looks. */
export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const newsletter = looksLikeUuid(id) ? await orUnavailable(context, findNewsletter(admin, id)) : null
  if (!newsletter) {
    throw notFound('Newsletter not found', 'It may have been deleted, or the address is incomplete.', {
      to: href('/admin/mails/newsletters'),
      label: 'Back to the list',
    })
  }
  return new Response(renderNewsletter(newsletter, context.get(siteContext).url), {
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY, 'cache-control': 'no-store' },
  })
}
