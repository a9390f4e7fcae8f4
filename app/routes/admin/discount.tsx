import { href } from 'react-router'
import { CopyField } from '#app/features/console/copy-field.tsx'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { getWorks } from '#app/features/console/works.server.ts'
import { readSlugs } from '#app/features/console/works.ts'
import { linkWithCode } from '#app/services/discount-code.ts'
import { recordAction, loadRecord } from '#app/features/console/record-action.server.ts'
import { RecordPage } from '#app/features/console/record-page.tsx'
import { discountAdmin } from '#app/features/discounts/admin.server.ts'
import { describeReduction, describeState } from '#app/features/discounts/labels.ts'
import { getCategory } from '#app/features/materials/categories.ts'
import { marketplacePath } from '#app/features/search/schema.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { dayInLagos, formatDay } from '#app/platform/text/dates.ts'
import { capitalised } from '#app/platform/text/strings.ts'
import { DISCOUNT_LINK_DAYS } from '#app/services/checkout-links.ts'
import { siteContext } from '#app/services/site.server.ts'
import type { Route } from './+types/discount'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export async function loader(args: Route.LoaderArgs) {
  const record = await loadRecord(discountAdmin, args)
  const fields = record.stored?.fields ?? {}
  const { code = '', works = '', category = '', kind = '', amount = '', first_day, last_day } = fields
  const named = works === '' ? [] : await getWorks(requireAdmin(args.context), readSlugs(works))
  const { origin } = new URL(args.context.get(siteContext).url)
  const label = category === '' ? null : getCategory(category).label
  const offer = [
    describeReduction(kind, Number(amount)),
    label !== null && `every ${label.toLowerCase()}`,
    `with the code ${code} at Lamplight${last_day ? `, until ${formatDay(last_day)}` : ''}.`,
  ]
    .filter(Boolean)
    .join(' ')
  return {
    ...record,
    state: describeState(
      { is_stopped: fields.is_stopped === 'on', first_day: first_day || null, last_day: last_day || null, deleted_at: null },
      dayInLagos(new Date()),
    ),
    links:
      named.length === 0
        ? [
            {
              label: label ? capitalised(label) : 'The shop',
              link: linkWithCode(origin, marketplacePath({ category: label }), code),
              message: offer,
            },
          ]
        : named.map(({ slug, title }) => ({
            label: title,
            link: linkWithCode(origin, href('/material-preview/:key', { key: slug }), code),
            message: `${title}: ${offer}`,
          })),
  }
}

export function action(args: Route.ActionArgs) {
  return recordAction(discountAdmin, args)
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Discount codes', description: 'Admin console.', index: false })

export default function Discount({ loaderData: { stored, controls, state, links }, actionData, params }: Route.ComponentProps) {
  return (
    <RecordPage
      back={{ to: href('/admin/money/discounts'), label: 'Discount codes' }}
      newTitle="New code"
      name={stored?.fields.code ?? ''}
      stored={stored}
      controls={controls}
      draft={`discounts/${params.id ?? 'new'}`}
      result={actionData}
      hides={false}
      hiddenAs="stopped"
      shownAs={state ?? 'in use'}
      before={
        stored &&
        !stored.deleted && (
          <section className="stack record" aria-labelledby="links">
            <h2 id="links">Links to send</h2>
            {links.map((each, at) => (
              <CopyField key={each.link} name={`link-${at}`} {...each} />
            ))}
            <p className="small soft">
              A link fills the code in at the checkout for {DISCOUNT_LINK_DAYS} days. Works with a link to Selar have no codes.
            </p>
          </section>
        )
      }
    />
  )
}
