import { data, href } from 'react-router'
import { getOrders, noSuchOrder, privateHeaders } from '../features/orders/selling.server.ts'
import { readForm } from '../platform/forms/form.server.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { markFormResponse, orUnavailable } from '../platform/pages/unavailable.server.ts'
import { EndEmails } from '../ui/end-emails.tsx'
import type { Route } from './+types/no-order-emails'

const texts = {
  reminders: {
    question: 'Turn off reminders?',
    consequence: 'They say that a payment was not finished, two at most for a work, or ask once how a work was.',
    button: 'Turn off reminders',
    done: 'No more reminders',
    after: 'We send no more reminders of payments to your address, and do not ask how a work was. Receipts and files still come.',
  },
  newsletters: {
    question: 'End the newsletter?',
    consequence: 'We send you no more emails about new materials. Receipts and files still come.',
    button: 'End the newsletter',
    done: 'No more newsletters',
    after: 'We deleted your consent, and keep only a form of your address that nobody can read, so that we do not write again.',
  },
} as const

const getKind = ({ pathname }: URL) => (pathname.includes('/no-newsletter') ? 'newsletters' : 'reminders')

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const order = await orUnavailable(context, getOrders(context).look(params.token))
  if (!order) {
    throw noSuchOrder()
  }
  return { kind: getKind(url) } as const
}

/** Ends the emails. Mail programs post here too, without opening the page (RFC 8058). */
export async function action({ params, request, url, context }: Route.ActionArgs) {
  markFormResponse(context)
  await readForm(request, context)
  if (!(await orUnavailable(context, getOrders(context).refuseEmails(params.token, getKind(url))))) {
    throw noSuchOrder()
  }
  return data({ isOff: true })
}

export const headers: Route.HeadersFunction = () => privateHeaders

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Emails to you', description: 'Turn them off for your email address.', index: false })

export default function NoOrderEmails({ params, loaderData, actionData }: Route.ComponentProps) {
  return (
    <EndEmails
      {...texts[loaderData.kind]}
      isOff={actionData?.isOff === true}
      next={
        <a className="btn" href={href('/orders/:token', { token: params.token })}>
          See your order
        </a>
      }
    />
  )
}
