import { href } from 'react-router'
import { recordAction, loadRecord } from '#app/features/console/record-action.server.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { RecordPage } from '#app/features/console/record-page.tsx'
import { moneyRules } from '#app/features/earnings/queries.server.ts'
import { withRules } from '#app/features/earnings/rules.ts'
import { headings, questionAdmin } from '#app/features/questions/admin.server.ts'
import { TextField } from '#app/ui/field.tsx'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { visitorClient } from '#app/services/backend.server.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import type { Route } from './+types/question'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export async function loader(args: Route.LoaderArgs) {
  return {
    ...(await loadRecord(questionAdmin, args)),
    rules: await moneyRules(visitorClient(args.context)),
    known: await headings(requireAdmin(args.context)).catch(orLog('Could not read the headings of the questions', [])),
  }
}

export function action(args: Route.ActionArgs) {
  return recordAction(questionAdmin, args)
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Question', description: 'Admin console.', index: false })

export default function Question({ loaderData: { stored, controls, rules, known }, actionData, params }: Route.ComponentProps) {
  return (
    <RecordPage
      back={{ to: href('/admin/texts/questions'), label: 'Questions and answers' }}
      newTitle="New question"
      name={stored?.fields.question ?? ''}
      stored={stored}
      controls={controls}
      draft={`questions/${params.id ?? 'new'}`}
      result={actionData}
      publicPath={href('/faq')}
      renderPreview={({ question = '', answer = '' }) => (
        <>
          <p>
            <b>{withRules(question, rules)}</b>
          </p>
          <p>{withRules(answer, rules)}</p>
        </>
      )}
    >
      {({ part }) => ({
        part: (
          <>
            <TextField {...part} list="headings" />
            <datalist id="headings">
              {known.map((heading) => (
                <option key={heading}>{heading}</option>
              ))}
            </datalist>
          </>
        ),
      })}
    </RecordPage>
  )
}
