import { data, Form, redirect } from 'react-router'
import { operatorOf } from '../../features/console/operator.server.ts'
import { raiseUploadYear, uploadYear } from '../../features/console/upload-year.server.ts'
import { greetingAt } from '../../platform/dates.ts'
import { pageMeta } from '../../platform/page-meta.ts'
import { toastCookie } from '../../platform/toast.server.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Route } from './+types/today'

export async function loader({ context }: Route.LoaderArgs) {
  const operator = operatorOf(context)
  const now = new Date()
  return { greeting: greetingAt(now), year: await uploadYear(operator, now).catch(() => null) }
}

export async function action({ context }: Route.ActionArgs) {
  const operator = operatorOf(context)
  const year = await raiseUploadYear(operator, new Date()).catch(() => null)
  if (year === null) {
    return data(null, { status: 502 })
  }
  return redirect('/admin', {
    status: 303,
    headers: { 'set-cookie': toastCookie(context, { title: `Works of ${year} are taken now`, kind: 'good' }) },
  })
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Today', description: 'The console.', index: false })

export default function Today({ loaderData: { greeting, year } }: Route.ComponentProps) {
  return (
    <section className="stack room">
      <h1>{greeting}</h1>
      {year?.outOfDate ? (
        <ul className="lines">
          <li data-row>
            <div>
              <p className="name">The upload form takes works up to {year.set}</p>
              <p className="small soft">It is {year.now} now. Students with newer works cannot give their year.</p>
            </div>
            <Form method="post">
              <button className="btn">Raise it to {year.now}</button>
            </Form>
          </li>
        </ul>
      ) : (
        <EmptyState title="Nothing is due." hint="What comes in shows here, in the order it is due." />
      )}
    </section>
  )
}
