import { href, Link } from 'react-router'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import { recordAction, loadRecord } from '#app/features/console/record-action.server.ts'
import { RecordPage } from '#app/features/console/record-page.tsx'
import { NOBODY_CAN_BUY } from '#app/features/materials/labels.ts'
import { PlatformFile } from '#app/features/materials/platform-file.tsx'
import { platformFile } from '#app/features/materials/platform-file.server.ts'
import { materialAdmin } from '#app/features/materials/admin.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { TickField } from '#app/ui/field.tsx'
import type { Route } from './+types/material'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export async function loader(args: Route.LoaderArgs) {
  const record = await loadRecord(materialAdmin, args)
  const { id } = args.params
  return {
    ...record,
    platform:
      record.stored && id
        ? await platformFile(requireAdmin(args.context), id).catch(orLog('Could not look up the file of a material', null))
        : null,
  }
}

export function action(args: Route.ActionArgs) {
  return recordAction(materialAdmin, args)
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Material', description: 'Admin console.', index: false })

export default function Material({ loaderData: { stored, controls, platform }, actionData, params }: Route.ComponentProps) {
  const needsFile = platform !== null && !platform.is_of_student && platform.files.length === 0 && platform.works.length === 0
  return (
    <RecordPage
      back={{ to: href('/admin/catalogue/materials'), label: 'Materials' }}
      newTitle="New material"
      name={stored?.fields.title ?? ''}
      stored={stored}
      controls={controls}
      draft={`materials/${params.id ?? 'new'}`}
      result={actionData}
      duplicates
      hiddenAs="draft"
      after={platform && !platform.is_of_student && params.id && <PlatformFile material={params.id} platform={platform} />}
      {...(stored?.fields.slug ? { publicPath: href('/material-preview/:key', { key: stored.fields.slug }) } : {})}
    >
      {({ sold_here }, tick) => ({
        sold_here: (
          <>
            {actionData?.errors.selar_link === NOBODY_CAN_BUY && (
              <TickField
                label={stored?.shown ? 'Leave it on the site anyway' : 'Publish it anyway'}
                hint="Its page says that it cannot be bought yet, and Today reminds you."
                name="without_link"
              />
            )}
            <TickField
              label={sold_here.label}
              hint={
                !stored || !params.id ? (
                  'Save the draft first, then add the file that buyers get.'
                ) : needsFile ? (
                  <>
                    It needs a file first.{' '}
                    <Link to={href('/admin/catalogue/materials/:id/file', { id: params.id })}>Add a file</Link>
                  </>
                ) : (
                  sold_here.hint
                )
              }
              disabled={(!stored || needsFile) && stored?.fields.sold_here !== 'on'}
              {...tick('sold_here')}
            />
          </>
        ),
        ...(stored ? {} : { is_sample: null }),
      })}
    </RecordPage>
  )
}
