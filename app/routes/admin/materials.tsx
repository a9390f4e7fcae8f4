import { href, data, Form, Link } from 'react-router'
import { actionResult, sentences } from '#app/features/console/action-result.ts'
import type { BulkAction } from '#app/features/console/bulk.ts'
import { readSelection } from '#app/features/console/bulk.server.ts'
import { changeSelected, recordActions } from '#app/features/console/bulk-records.server.ts'
import { unreadCounted } from '#app/features/console/lists.server.ts'
import type { Column } from '#app/features/console/record-table.tsx'
import { ShownBadge } from '#app/features/console/shown-badge.tsx'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { AdminList, RecordName } from '#app/features/console/admin-list.tsx'
import { ConfirmButton } from '#app/features/console/confirm-button.tsx'
import { materialCategories } from '#app/features/materials/categories.ts'
import { countOutlines, deleteOutlines } from '#app/features/materials/outlines.server.ts'
import {
  listMaterials,
  materialBulk,
  type MaterialLine,
  type MaterialOrder,
  materialOrders,
  materialParts,
} from '#app/features/materials/admin.server.ts'
import { isOutline } from '#app/features/materials/sold.ts'
import { orLog, logFailure } from '#app/platform/log/failures.server.ts'
import { formatDay } from '#app/platform/text/dates.ts'
import { readListAddress } from '#app/platform/lists/keyset.server.ts'
import { capitalised } from '#app/platform/text/strings.ts'
import { formatPrice } from '#app/platform/text/money.ts'
import { readForm } from '#app/platform/forms/form.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { redirectWithToast } from '#app/platform/session/toast.server.ts'
import { AccountField } from '#app/ui/account-field.tsx'
import type { Route } from './+types/materials'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const address = readListAddress(request, materialParts)
  const { searchParams } = new URL(request.url)
  const category = materialCategories.find(({ stored }) => stored === searchParams.get('category'))?.stored ?? null
  const order = materialOrders.find((name) => name === searchParams.get('order')) ?? ''
  const [page, outlines] = await Promise.all([
    listMaterials(admin, address, { category, order }).catch(orLog('Could not list the materials', unreadCounted)),
    countOutlines(admin).catch(orLog('Could not count the outlines', 0)),
  ])
  const move = { label: 'Move to', options: categoryOptions }
  const actions = recordActions(address.show, { publishes: true, move, more: pageActions })
  return { address, category, order, page, outlines, actions }
}

/** Lead to the form of new prices, and to that of a new bundle, with the selected materials. */
const pageActions: readonly BulkAction[] = [
  { intent: 'price', label: 'Change price', page: href('/admin/catalogue/materials/prices') },
  { intent: 'bundle', label: 'Bundle', page: href('/admin/catalogue/bundles/new') },
]

/** Changes the selected materials, or deletes all outlines. */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = requireAdmin(context)
  const form = await readForm(request, context)
  const selection = readSelection(form, looksLikeUuid)
  if (selection) {
    return changeSelected(materialBulk, admin, selection)
  }
  if (form.get('intent') !== 'delete_outlines') {
    return data(actionResult(sentences.gone), { status: 400 })
  }
  try {
    const count = await deleteOutlines(admin)
    return redirectWithToast(context, `${href('/admin/catalogue/materials')}?show=deleted`, {
      title: `${count} ${count === 1 ? 'outline' : 'outlines'} deleted`,
      text: 'Each can be restored for thirty days.',
    })
  } catch (error) {
    logFailure('Could not delete the outlines', error)
    return data(actionResult('The outlines could not be deleted. Try again in a minute.'), { status: 503 })
  }
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Materials', description: 'Admin console.', index: false })

/** Options labelled by the stored value: two stored categories have the same label on the marketplace. */
const categoryOptions = materialCategories.map(({ stored }) => ({
  value: stored,
  label: capitalised(stored.replaceAll('_', ' ')),
}))

const orderLabels = {
  added: 'Last added first',
  dearest: 'Highest price first',
  cheapest: 'Lowest price first',
} as const satisfies Record<MaterialOrder, string>

const orderOptions = Object.entries(orderLabels).map(([value, label]) => ({ value, label }))

const columns: readonly Column<MaterialLine>[] = [
  { label: 'Status', value: MaterialStatus },
  { label: 'Category', value: ({ category: kind }) => capitalised(kind.replaceAll('_', ' ')) },
  { label: 'Subject', value: ({ subject_area }) => subject_area },
  { label: 'Price', value: ({ price }) => formatPrice(price), kind: 'number' },
  { label: 'Changed', value: ({ updated_at }) => formatDay(updated_at), kind: 'short' },
]

export default function Materials({
  loaderData: { address, category, order, page, outlines, actions },
  actionData,
}: Route.ComponentProps) {
  return (
    <AdminList
      title="Materials"
      page={page}
      address={address}
      parts={[
        { show: 'all', label: 'All' },
        { show: 'shown', label: 'On the site' },
        { show: 'hidden', label: 'Drafts' },
        { show: 'link', label: 'Cannot be bought' },
        ...(outlines > 0 || address.show === 'outlines' ? [{ show: 'outlines', label: 'Outlines' }] : []),
        { show: 'deleted', label: 'Deleted' },
      ]}
      searchIn="Title or subject"
      choices={[
        { name: 'category', label: 'Category', all: 'All categories', value: category ?? '', options: categoryOptions },
        { name: 'order', label: 'Order', all: 'Last changed first', value: order, options: orderOptions },
      ]}
      acts={
        outlines > 0 && address.show === 'outlines' ? (
          <Form method="post">
            <AccountField />
            <ConfirmButton
              label={outlines === 1 ? 'Delete the outline' : `Delete all ${outlines} outlines`}
              question="Outlines are the free samples that came with the site. Each can be restored for thirty days."
              confirm={outlines === 1 ? 'Yes, delete it' : `Yes, delete ${outlines}`}
              value="delete_outlines"
            />
          </Form>
        ) : (
          <Link className="btn" to={href('/admin/catalogue/bundles/new')}>
            New bundle
          </Link>
        )
      }
      create={{ to: href('/admin/catalogue/materials/new'), label: 'New material' }}
      empty={
        address.show === 'link'
          ? { title: 'Every work can be bought.', hint: 'Each with a price has a link or a file.' }
          : { title: 'No material here.', hint: 'Works that students can read a chapter of and buy, or have for free.' }
      }
      getKey={({ id }) => id}
      total={{ count: page.count, one: 'material', many: 'materials' }}
      bulk={{ actions, result: actionData, getName: ({ title }) => title, exportList: 'materials' }}
      columns={columns}
    >
      {({ id, title }) => <RecordName to={href('/admin/catalogue/materials/:id', { id })} name={title} />}
    </AdminList>
  )
}

function MaterialStatus(material: MaterialLine) {
  const { selar_link, sold_here, list_category, bundle_size, published_at, publish_at, deleted_at } = material
  const isFree = isOutline({ list_category })
  return (
    <>
      <ShownBadge {...{ published_at, publish_at, deleted_at }} hidden="draft" />{' '}
      {isFree && <span className="badge">outline</span>}
      {bundle_size !== null && <span className="badge">bundle of {bundle_size}</span>}
      {!isFree && !deleted_at && selar_link === null && !sold_here && <span className="badge pending">cannot be bought</span>}
    </>
  )
}
