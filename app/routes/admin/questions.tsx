import { href } from 'react-router'
import { readSelection } from '#app/features/console/bulk.server.ts'
import { changeSelected, recordActions } from '#app/features/console/bulk-records.server.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { publishedParts, publishedTabs } from '#app/features/console/parts.ts'
import { Line, AdminList } from '#app/features/console/admin-list.tsx'
import { ShownBadge } from '#app/features/console/shown-badge.tsx'
import { adoptDefaultsAction } from '#app/features/console/adopt-defaults.server.ts'
import {
  builtInQuestions,
  findQuestion,
  hasOnlyBuiltInQuestions,
  listQuestions,
  questionAdmin,
  questionBulk,
  adoptQuestions,
} from '#app/features/questions/admin.server.ts'
import { readForm, submittedValues } from '#app/platform/forms/form.server.ts'
import { readListAddress, unreadPage } from '#app/platform/lists/keyset.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import type { Route } from './+types/questions'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const address = readListAddress(request, publishedParts)
  const [page, asItCame] = await Promise.all([
    listQuestions(admin, address).catch(orLog('Could not list the questions', unreadPage)),
    hasOnlyBuiltInQuestions(admin).catch(orLog('Could not check whether the questions are the default ones', false)),
  ])
  const builtIn = asItCame ? builtInQuestions : []
  return { address, page, asItCame, builtIn, actions: recordActions(address.show, { publishes: true }) }
}

/** Changes the selected questions, or copies the built-in ones and opens one. */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = requireAdmin(context)
  const form = await readForm(request, context)
  const { open } = submittedValues(form)
  const selection = readSelection(form, looksLikeUuid)
  return selection
    ? changeSelected(questionBulk, admin, selection)
    : adoptDefaultsAction(context, {
        path: questionAdmin.path,
        noun: 'questions',
        adoptDefaults: adoptQuestions,
        findOpened: () => (open === undefined ? null : findQuestion(admin, open)),
      })
}

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Questions and answers', description: 'Admin console.', index: false })

/** Shown while the admin has not published any question. */
const asShipped = {
  title: 'The site shows its built-in questions.',
  hint: 'Change one, or add your own, and all of them can be changed, hidden and deleted.',
} as const

export default function Questions({
  loaderData: { address, page, asItCame, builtIn, actions },
  actionData,
}: Route.ComponentProps) {
  return (
    <AdminList
      title="Questions and answers"
      page={page}
      address={address}
      parts={publishedTabs()}
      searchIn="Words of the question"
      builtIn={builtIn}
      create={{ to: href('/admin/texts/questions/new'), label: 'New question' }}
      empty={asItCame ? asShipped : { title: 'No question here.' }}
      getKey={({ id }) => id}
      bulk={{ actions, result: actionData, getName: ({ question }) => question }}
    >
      {({ id, part, question, place, published_at, deleted_at }) => (
        <Line to={href('/admin/texts/questions/:id', { id })} name={question} details={`${part} · place ${place}`}>
          <ShownBadge {...{ published_at, deleted_at }} />
        </Line>
      )}
    </AdminList>
  )
}
