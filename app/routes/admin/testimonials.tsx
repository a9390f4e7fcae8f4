import { href } from 'react-router'
import { readSelection } from '#app/features/console/bulk.server.ts'
import { changeSelected, recordActions } from '#app/features/console/bulk-records.server.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { publishedParts, publishedTabs } from '#app/features/console/parts.ts'
import { Line, AdminList } from '#app/features/console/admin-list.tsx'
import { adoptDefaultsAction } from '#app/features/console/adopt-defaults.server.ts'
import {
  areSamplesShown,
  listTestimonials,
  adoptTestimonials,
  testimonialAdmin,
  testimonialBulk,
} from '#app/features/testimonials/testimonials.server.ts'
import { readForm } from '#app/platform/forms/form.server.ts'
import { readListAddress, unreadPage } from '#app/platform/lists/keyset.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import type { Route } from './+types/testimonials'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const address = readListAddress(request, publishedParts)
  const [page, asItCame] = await Promise.all([
    listTestimonials(admin, address).catch(orLog('Could not list the testimonials', unreadPage)),
    areSamplesShown(admin).catch(orLog('Could not check whether the testimonials are the default ones', false)),
  ])
  return { address, page, asItCame, actions: recordActions(address.show, { publishes: true }) }
}

/** Changes the selected testimonials, or copies the built-in ones. */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = requireAdmin(context)
  const selection = readSelection(await readForm(request, context), looksLikeUuid)
  return selection
    ? changeSelected(testimonialBulk, admin, selection)
    : adoptDefaultsAction(context, { path: testimonialAdmin.path, noun: 'testimonials', adoptDefaults: adoptTestimonials })
}

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'What students say', description: 'Admin console.', index: false })

/** Shown while the admin has not published any testimonial. */
const asShipped = {
  title: 'The home page shows three samples, and says so.',
  hint: 'Ask students what they think, and put their own words here. While none is on the site, it shows the samples.',
} as const

export default function Testimonials({ loaderData: { address, page, asItCame, actions }, actionData }: Route.ComponentProps) {
  return (
    <AdminList
      title="What students say"
      page={page}
      address={address}
      parts={publishedTabs()}
      searchIn="What they said"
      adopt={asItCame && 'Copy the samples'}
      create={{ to: href('/admin/texts/testimonials/new'), label: 'New testimonial' }}
      empty={asItCame ? asShipped : { title: 'No testimonial here.' }}
      getKey={({ id }) => id}
      bulk={{ actions, result: actionData, getName: ({ name }) => name }}
    >
      {({ id, name, university, content, is_sample, published_at, deleted_at }) => (
        <Line
          to={href('/admin/texts/testimonials/:id', { id })}
          name={`${name}${university && `, ${university}`}`}
          details={content}
        >
          {is_sample && <span className="badge">sample</span>}
          {!published_at && <span className="badge pending">{deleted_at ? 'deleted' : 'hidden'}</span>}
        </Line>
      )}
    </AdminList>
  )
}
