import { data, href } from 'react-router'
import { getOrders, noSuchOrder, privateHeaders } from '../features/orders/selling.server.ts'
import { readForm } from '../platform/forms/form.server.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { markFormResponse, orUnavailable } from '../platform/pages/unavailable.server.ts'
import { AccountField } from '../ui/account-field.tsx'
import type { Route } from './+types/no-reminders'

/** Asks first: programs that check the links of emails open them too. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const order = await orUnavailable(context, getOrders(context).look(params.token))
  if (!order) {
    throw noSuchOrder()
  }
  return null
}

/** Ends the reminders. Mail programs post here too, without opening the page (RFC 8058). */
export async function action({ params, request, context }: Route.ActionArgs) {
  markFormResponse(context)
  await readForm(request, context)
  if (!(await orUnavailable(context, getOrders(context).refuseReminders(params.token)))) {
    throw noSuchOrder()
  }
  return data({ isOff: true })
}

export const headers: Route.HeadersFunction = () => privateHeaders

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Emails about orders', description: 'Turn them off for your email address.', index: false })

export default function NoReminders({ params, actionData }: Route.ComponentProps) {
  return (
    <div className="stack narrow">
      <h1>{actionData?.isOff ? 'No more reminders' : 'Turn off reminders?'}</h1>
      <p>
        {actionData?.isOff
          ? 'We send no more reminders of payments to your address, and do not ask how a work was. Receipts and files still come.'
          : 'They say that a payment was not finished, two at most for a work, or ask once how a work was.'}
      </p>
      {actionData?.isOff ? (
        <p>
          <a className="btn" href={href('/orders/:token', { token: params.token })}>
            See your order
          </a>
        </p>
      ) : (
        <form method="post">
          <AccountField />
          <button className="btn go">Turn off reminders</button>
        </form>
      )}
    </div>
  )
}
