import type { TopicForm } from '#app/features/topics/admin-schema.ts'
import { recordAction, storedRecord } from '#app/features/console/record-action.server.ts'
import { RecordPage } from '#app/features/console/record-page.tsx'
import { topicPath } from '#app/features/topics/addresses.ts'
import { readDirectory } from '#app/features/topics/queries.server.ts'
import { topicAdmin } from '#app/features/topics/admin.server.ts'
import { LONGEST_TOPIC } from '#app/features/topics/schema.ts'
import { visitorClient } from '#app/platform/process/backend.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { orLog } from '#app/platform/process/failures.server.ts'
import { TextArea, TextField, TickField } from '#app/ui/field.tsx'
import type { Route } from './+types/topic'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export async function loader(args: Route.LoaderArgs) {
  const stored = await storedRecord(topicAdmin, args)
  const directory = await readDirectory(visitorClient(args.context)).catch(orLog('Could not read the subject areas', null))
  return { stored, areas: directory?.areas.map(({ name }) => name) ?? [] }
}

export function action(args: Route.ActionArgs) {
  return recordAction(topicAdmin, args)
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Topic', description: 'Admin console.', index: false })

export default function Topic({ loaderData: { stored, areas }, actionData, params }: Route.ComponentProps) {
  return (
    <RecordPage<keyof TopicForm>
      back={{ to: '/admin/catalogue/topics', label: 'Topics' }}
      newTitle="New topic"
      name={stored?.fields.topic ?? ''}
      stored={stored}
      draft={`topics/${params.id ?? 'new'}`}
      result={actionData}
      hides={false}
      publicPath={topicPath(stored?.fields.topic ?? '')}
    >
      {(field, tick) => (
        <>
          <TextArea label="Topic" required maxLength={LONGEST_TOPIC} {...field('topic')} />
          <TextField
            label="Subject area"
            optional
            list="areas"
            autoComplete="off"
            hint="One of the list keeps topics together; a new one makes a new area."
            maxLength={100}
            {...field('subject_area')}
          />
          <datalist id="areas">
            {areas.map((area) => (
              <option key={area}>{area}</option>
            ))}
          </datalist>
          <TextArea
            label="Description"
            optional
            hint="What the study would do, in two or three sentences."
            maxLength={2000}
            {...field('description')}
          />
          <TextArea
            label="What makes it worth doing"
            optional
            hint="One sentence; it is shown beside the lamp."
            maxLength={1000}
            {...field('unique_selling_point')}
          />
          <TickField label="Sample content" hint="Written as an example, not by you." {...tick('is_sample')} />
        </>
      )}
    </RecordPage>
  )
}
