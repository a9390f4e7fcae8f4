import { href } from 'react-router'
import { recordAction, loadRecord } from '#app/features/console/record-action.server.ts'
import { RecordPage } from '#app/features/console/record-page.tsx'
import { discountAdmin } from '#app/features/discounts/admin.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { siteContext } from '#app/services/site.server.ts'
import type { Route } from './+types/discount'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export async function loader(args: Route.LoaderArgs) {
  return { ...(await loadRecord(discountAdmin, args)), siteUrl: args.context.get(siteContext).url }
}

export function action(args: Route.ActionArgs) {
  return recordAction(discountAdmin, args)
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Discount codes', description: 'Admin console.', index: false })

export default function Discount({ loaderData: { stored, controls, siteUrl }, actionData, params }: Route.ComponentProps) {
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
          <p className="small soft">
            To send it in a link, add <code>?code={stored.fields.code}</code> to the address of a work:{' '}
            <code>
              {siteUrl}/material-preview/…?code={stored.fields.code}
            </code>
            . Works with a link to Selar have no codes.
          </p>
        )
      }
    />
  )
}
