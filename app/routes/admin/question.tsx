import { recordAction, storedRecord } from '#app/features/console/record-action.server.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { RecordPage } from '#app/features/console/record-page.tsx'
import { type QuestionForm, headings, questionAdmin } from '#app/features/questions/admin.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { orLog } from '#app/platform/process/failures.server.ts'
import { TextArea, TextField } from '#app/ui/field.tsx'
import type { Route } from './+types/question'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export async function loader(args: Route.LoaderArgs) {
  const stored = await storedRecord(questionAdmin, args)
  return {
    stored,
    known: await headings(requireAdmin(args.context)).catch(orLog('Could not read the headings of the questions', [])),
  }
}

export function action(args: Route.ActionArgs) {
  return recordAction(questionAdmin, args)
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Question', description: 'Admin console.', index: false })

export default function Question({ loaderData: { stored, known }, actionData, params }: Route.ComponentProps) {
  return (
    <RecordPage<keyof QuestionForm>
      back={{ to: '/admin/texts/questions', label: 'Questions and answers' }}
      newTitle="New question"
      name={stored?.fields.question ?? ''}
      stored={stored}
      draft={`questions/${params.id ?? 'new'}`}
      result={actionData}
      publicPath="/faq"
    >
      {(field) => (
        <>
          <TextField label="Question" required maxLength={300} {...field('question')} />
          <TextArea label="Answer" required maxLength={2000} hint="Two or three short sentences." {...field('answer')} />
          <div className="two">
            <TextField label="Heading" required list="headings" autoComplete="off" maxLength={100} {...field('part')} />
            <TextField
              label="Place"
              optional
              inputMode="numeric"
              hint="Smaller numbers come first. Empty: at the end."
              {...field('place')}
            />
          </div>
          <datalist id="headings">
            {known.map((heading) => (
              <option key={heading}>{heading}</option>
            ))}
          </datalist>
        </>
      )}
    </RecordPage>
  )
}
