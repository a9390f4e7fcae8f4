import { data, Form, redirect } from 'react-router'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { Line, AdminList } from '#app/features/console/admin-list.tsx'
import { getCategory, materialCategories } from '#app/features/materials/categories.ts'
import { countOutlines, deleteOutlines } from '#app/features/materials/outlines.server.ts'
import { listMaterials, materialParts } from '#app/features/materials/admin.server.ts'
import { isOutline } from '#app/features/materials/sold.ts'
import { orLog, logFailure } from '#app/platform/process/failures.server.ts'
import { formatDay } from '#app/platform/text/dates.ts'
import { readListAddress, unreadPage } from '#app/platform/lists/keyset.server.ts'
import { capitalised } from '#app/platform/text/strings.ts'
import { formatPrice } from '#app/platform/text/money.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { toastCookie } from '#app/platform/session/toast.server.ts'
import type { Route } from './+types/materials'

export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const address = readListAddress(request, materialParts)
  const asked = new URL(request.url).searchParams.get('category')
  const category = materialCategories.find(({ stored }) => stored === asked)?.stored ?? null
  const [page, outlines] = await Promise.all([
    listMaterials(admin, address, category).catch(orLog('Could not list the materials', unreadPage)),
    countOutlines(admin).catch(orLog('Could not count the outlines', 0)),
  ])
  return { address, category, page, outlines }
}

/** Deletes all outlines. */
export async function action({ context }: Route.ActionArgs) {
  const admin = requireAdmin(context)
  try {
    const count = await deleteOutlines(admin)
    return redirect('/admin/catalogue/materials?show=deleted', {
      status: 303,
      headers: {
        'set-cookie': toastCookie(context, {
          title: `${count} ${count === 1 ? 'outline' : 'outlines'} deleted`,
          text: 'Each can be restored for thirty days.',
          kind: 'good',
        }),
      },
    })
  } catch (error) {
    logFailure('Could not delete the outlines', error)
    return data({ error: 'The outlines could not be deleted. Try again in a minute.' }, { status: 503 })
  }
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Materials', description: 'Admin console.', index: false })

/** Options labelled by the stored value: two stored categories have the same label on the marketplace. */
const categoryOptions = materialCategories.map(({ stored }) => ({
  value: stored,
  label: capitalised(stored.replaceAll('_', ' ')),
}))

export default function Materials({ loaderData: { address, category, page, outlines }, actionData }: Route.ComponentProps) {
  return (
    <AdminList
      title="Materials"
      page={page}
      address={address}
      parts={[
        { show: 'all', label: 'All' },
        { show: 'shown', label: 'On the site' },
        { show: 'hidden', label: 'Drafts' },
        { show: 'link', label: 'Waiting for a link' },
        { show: 'deleted', label: 'Deleted' },
      ]}
      searchIn="Title or subject"
      choice={{
        name: 'category',
        label: 'Category',
        all: 'All categories',
        value: category ?? '',
        options: categoryOptions,
      }}
      {...(actionData ? { about: actionData.error } : {})}
      acts={
        outlines > 0 && (
          <Form method="post">
            <button className="btn">{outlines === 1 ? 'Delete the outline' : `Delete all ${outlines} outlines`}</button>
          </Form>
        )
      }
      create={{ to: '/admin/catalogue/materials/new', label: 'New material' }}
      empty={{ title: 'No material here.', hint: 'Works that students can read a chapter of and buy, or have for free.' }}
      getKey={({ id }) => id}
    >
      {({
        id,
        title,
        subject_area,
        category: kind,
        price,
        selar_link,
        sold_here,
        is_sample,
        published_at,
        deleted_at,
        updated_at,
      }) => (
        <Line
          to={`/admin/catalogue/materials/${id}`}
          name={title}
          details={[capitalised(getCategory(kind).label), subject_area, formatPrice(price), `changed ${formatDay(updated_at)}`]
            .filter((detail) => detail !== '')
            .join(' · ')}
        >
          {deleted_at ? (
            <span className="badge rejected">deleted</span>
          ) : isOutline({ price, selar_link, sold_here, is_sample }) && published_at ? (
            <span className="badge">outline</span>
          ) : (
            (!published_at || !(selar_link || sold_here)) && (
              <span className="badge pending">
                {published_at ? 'no link' : selar_link || sold_here ? 'draft' : 'draft, no link'}
              </span>
            )
          )}
        </Line>
      )}
    </AdminList>
  )
}
