import { href } from 'react-router'
import { CopyField } from '#app/features/console/copy-field.tsx'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { getWorks } from '#app/features/console/works.server.ts'
import { readSlugs } from '#app/features/console/works.ts'
import { withCode } from '#app/features/materials/discount-code.ts'
import { recordAction, loadRecord } from '#app/features/console/record-action.server.ts'
import { RecordPage } from '#app/features/console/record-page.tsx'
import { discountAdmin } from '#app/features/discounts/admin.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { siteContext } from '#app/services/site.server.ts'
import type { Route } from './+types/discount'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export async function loader(args: Route.LoaderArgs) {
  const record = await loadRecord(discountAdmin, args)
  const { code = '', works = '' } = record.stored?.fields ?? {}
  const named = works === '' ? [] : await getWorks(requireAdmin(args.context), readSlugs(works))
  const { origin } = new URL(args.context.get(siteContext).url)
  return {
    ...record,
    marketplace: `${origin}${href('/marketplace')}`,
    links: named.map(({ slug, title }) => ({
      title,
      link: `${origin}${withCode(href('/material-preview/:key', { key: slug }), code)}`,
    })),
  }
}

export function action(args: Route.ActionArgs) {
  return recordAction(discountAdmin, args)
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Discount codes', description: 'Admin console.', index: false })

export default function Discount({
  loaderData: { stored, controls, marketplace, links },
  actionData,
  params,
}: Route.ComponentProps) {
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
      shownAs="in use"
      after={
        stored &&
        !stored.deleted && (
          <section className="stack record" aria-labelledby="links">
            <h2 id="links">Links to send</h2>
            {links.map(({ title, link }, at) => (
              <CopyField key={link} label={title} name={`link-${at}`} value={link} />
            ))}
            {links.length === 0 && <CopyField label="The shop" name="link" value={marketplace} />}
            <p className="small soft">
              {links.length === 0
                ? `Buyers type ${stored.fields.code} when they pay. On the page of one work, add ?code=${stored.fields.code} to its address.`
                : 'The code is filled in.'}{' '}
              Works with a link to Selar have no codes.
            </p>
          </section>
        )
      }
    />
  )
}
