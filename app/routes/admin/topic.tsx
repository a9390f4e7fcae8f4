import { href } from 'react-router'
import { recordAction, loadRecord } from '#app/features/console/record-action.server.ts'
import { RecordPage } from '#app/features/console/record-page.tsx'
import { topicPath } from '#app/features/topics/addresses.ts'
import { readDirectory } from '#app/features/topics/queries.server.ts'
import { topicAdmin } from '#app/features/topics/admin.server.ts'
import { visitorClient } from '#app/services/backend.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import { TextField } from '#app/ui/field.tsx'
import type { Route } from './+types/topic'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export async function loader(args: Route.LoaderArgs) {
  const record = await loadRecord(topicAdmin, args)
  const directory = await readDirectory(visitorClient(args.context)).catch(orLog('Could not read the subject areas', null))
  return { ...record, areas: directory?.areas.map(({ name }) => name) ?? [] }
}

export function action(args: Route.ActionArgs) {
  return recordAction(topicAdmin, args)
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Topic', description: 'Admin console.', index: false })

export default function Topic({ loaderData: { stored, controls, areas }, actionData, params }: Route.ComponentProps) {
  return (
    <RecordPage
      back={{ to: href('/admin/catalogue/topics'), label: 'Topics' }}
      newTitle="New topic"
      name={stored?.fields.topic ?? ''}
      stored={stored}
      controls={controls}
      draft={`topics/${params.id ?? 'new'}`}
      result={actionData}
      hides={false}
      publicPath={topicPath(stored?.fields.topic ?? '')}
    >
      {({ subject_area }) => ({
        subject_area: (
          <>
            <TextField {...subject_area} list="areas" />
            <datalist id="areas">
              {areas.map((area) => (
                <option key={area}>{area}</option>
              ))}
            </datalist>
          </>
        ),
      })}
    </RecordPage>
  )
}
