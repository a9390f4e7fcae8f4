import { href, Link } from 'react-router'
import { ActForm, useActResult } from '#app/features/console/act-form.tsx'
import { useAdminRoles } from '#app/features/console/admin-link.tsx'
import { buyerAddress, studentAddress } from '#app/features/console/person-addresses.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { opens } from '#app/features/console/roles.ts'
import {
  findConversation,
  findReplyFailures,
  findResentLinks,
  listMessages,
} from '#app/features/contact-messages/admin.server.ts'
import { Conversation, ConversationState } from '#app/features/contact-messages/conversation.tsx'
import { ReminderForm } from '#app/features/contact-messages/reminder-form.tsx'
import { ReplyForm } from '#app/features/contact-messages/reply-form.tsx'
import { composeReply, greetedName } from '#app/features/contact-messages/reply-text.ts'
import { getSavedReplies } from '#app/features/contact-messages/saved-replies.server.ts'
import { canResend } from '#app/features/orders/admin-labels.ts'
import { namesOfPeople } from '#app/features/people/names.server.ts'
import { PersonOrders } from '#app/features/people/person-sections.tsx'
import { findPerson } from '#app/features/people/queries.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import { notFound } from '#app/platform/pages/not-found.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import { dayInLagos } from '#app/platform/text/dates.ts'
import { EmailAddress } from '#app/ui/email-address.tsx'
import { ErrorSummary } from '#app/ui/field.tsx'
import type { Route } from './+types/message'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'
export { rejectOutdatedForm as action } from '#app/platform/forms/refused-form.server.ts'

/** The number of orders beside a conversation. */
const MAX_ORDERS = 3

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const conversation = looksLikeUuid(params.id) ? await findConversation(admin, params.id) : null
  if (!conversation) {
    throw notFound('Conversation not found', 'It may be older than a year, or a letter of the address is missing.', {
      to: href('/admin/people/messages'),
      label: 'Back to the messages',
    })
  }
  const [{ messages, hasOlder }, links, person, savedReplies] = await Promise.all([
    listMessages(admin, conversation.id),
    findResentLinks(admin, conversation.email).catch(orLog('Could not read the links that were sent again', [])),
    findPerson(admin, { email: conversation.email }).catch(orLog('Could not find the orders of a sender', 'unread' as const)),
    getSavedReplies(admin).catch(orLog('Could not read the saved replies', [])),
  ])
  const [failures, findName] = await Promise.all([
    findReplyFailures(admin, messages).catch(orLog('Could not read the emails of replies', {})),
    namesOfPeople(
      admin,
      messages.map(({ author_id }) => author_id),
    ).catch(orLog('Could not read the names of admins', () => null)),
  ])
  const known = person === 'unread' ? null : person
  const student = known?.student
  const chosen = savedReplies.find(({ id }) => id === url.searchParams.get('reply'))
  return {
    conversation,
    messages: messages.map((message) => ({
      ...message,
      author: message.author_id === admin.userId ? 'You' : (findName(message.author_id)?.name ?? 'An admin'),
    })),
    today: dayInLagos(new Date()),
    hasOlder,
    failures,
    links: links.map((link) => ({
      ...link,
      title: known?.orders.find(({ id }) => id === link.order_id)?.title ?? 'An earlier order',
    })),
    person: person && person !== 'unread' ? { profile: person.profile_id, count: person.order_count } : null,
    orders: person === 'unread' ? null : (person?.orders.slice(0, MAX_ORDERS) ?? []),
    account: student ? `${student.first_name} ${student.last_name}`.trim() : '',
    savedReplies: savedReplies.map(({ id, name }) => ({ id, name })),
    chosen: chosen?.id ?? null,
    start: composeReply(student?.first_name || greetedName(conversation.sender_name), chosen?.body),
  }
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Messages', description: 'Admin console.', index: false })

export default function Message({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  const { conversation, today, messages, hasOlder, failures, links, person, orders, account, savedReplies, chosen, start } =
    loaderData
  const { id, email, sender_name, open_since } = conversation
  const result = useActResult()
  const isReply = result?.act === 'reply'
  const isReminder = result?.act === 'remind'
  const readsOrders = opens(useAdminRoles(), href('/admin/money/orders'))
  return (
    <div className="stack admin-section">
      <nav className="crumb" aria-label="Where you are">
        <Link to={href('/admin/people/messages')}>Messages</Link>
      </nav>
      <div className="person-head">
        <div className="row between">
          <h1 className="long">{account || sender_name}</h1>
          <ConversationState conversation={conversation} />
        </div>
        <p className="soft long">
          <a href={`mailto:${email}`}>
            <EmailAddress address={email} />
          </a>
          {person && (
            <>
              {' · '}
              <Link to={person.profile ? studentAddress(person.profile) : buyerAddress(email)}>
                {person.profile ? 'Account' : 'Buyer without an account'}
              </Link>
            </>
          )}
        </p>
      </div>
      {!isReply && !isReminder && <ErrorSummary error={result} />}
      {open_since === null && (
        <ActForm action={href('/admin/people/messages/:id/reopen', { id })}>
          <button className="btn">Open again</button>
        </ActForm>
      )}
      <ReminderForm conversation={conversation} today={today} result={isReminder ? result : undefined} />
      <div className="split conversation">
        <Conversation messages={messages} hasOlder={hasOlder} failures={failures} links={links} />
        {readsOrders && orders ? (
          <PersonOrders
            title="Their orders"
            orders={orders}
            count={person?.count ?? 0}
            email={email}
            renderAct={(order) =>
              canResend(order) && (
                <ActForm action={href('/admin/people/messages/:id/resend-link', { id })} preventScrollReset>
                  <input type="hidden" name="order" value={order.id} />
                  <button className="btn" aria-label={`Send the link again: ${order.title}`}>
                    Send the link again
                  </button>
                </ActForm>
              )
            }
          />
        ) : (
          <p className="note">
            {readsOrders ? 'Their orders could not be read. Load the page again.' : 'Your role has no orders.'}
          </p>
        )}
        <ReplyForm
          key={chosen}
          conversation={conversation}
          start={start}
          savedReplies={savedReplies}
          chosen={chosen}
          result={isReply ? result : undefined}
        />
      </div>
    </div>
  )
}
