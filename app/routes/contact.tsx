import { href, data, redirect } from 'react-router'
import * as v from 'valibot'
import { ContactForm } from '../features/contact-messages/contact-form.tsx'
import { messageForm, messageStart } from '../features/contact-messages/schema.ts'
import { settings } from '../features/settings/queries.server.ts'
import { visitorClient } from '#app/services/backend.server.ts'
import { siteContext } from '#app/services/site.server.ts'
import { LOOK_AGAIN, questionEmail } from '../platform/forms/email-typo.ts'
import { checkForm, readForm, submittedValues } from '../platform/forms/form.server.ts'
import { consumeRateLimit, refundRateLimit } from '../platform/limits/limits.server.ts'
import { logFailure } from '#app/platform/log/failures.server.ts'
import { markFormResponse } from '../platform/pages/unavailable.server.ts'
import { userContext } from '../platform/session/session.server.ts'
import type { Handle } from '../platform/pages/handle.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { parsePhone } from '../platform/text/phone-numbers.ts'
import { chatWith } from '../platform/text/whatsapp.ts'
import { contact as defaults, type Texts } from '../features/settings/defaults.ts'
import { defer } from '../platform/pages/deferred.server.ts'
import { DeferredContent } from '../ui/deferred-content.tsx'
import { EmailAddress } from '../ui/email-address.tsx'
import { ErrorSummary } from '../ui/field.tsx'
import { focusOnLoad } from '../ui/focus.ts'
import { Ruled } from '../ui/ruled.tsx'
import { TextSkeleton } from '../ui/skeletons.tsx'
import type { Route } from './+types/contact'

export const handle: Handle = { styles: 'help', sameForVisitors: true }

export async function loader({ request, url, context }: Route.LoaderArgs) {
  return {
    contact: await defer(request, settings(visitorClient(context), 'contact')),
    email: context.get(userContext)?.email ?? '',
    takesMessages: context.get(siteContext).receiveMessage !== null,
    isSent: url.searchParams.has('sent'),
    begun: getBegun(url.searchParams),
    canonical: `${context.get(siteContext).url}${href('/contact')}`,
  }
}

/** Returns the subject and the beginning of a message that a link begins (messagePath); nothing for any other address. */
function getBegun(parameters: URLSearchParams): { about: string; body: string } | null {
  const begun = v.safeParse(messageStart, Object.fromEntries(parameters))
  return begun.success ? begun.output : null
}

/** Stores a message for the admins, who reply by email. */
export async function action({ request, context }: Route.ActionArgs) {
  markFormResponse(context)
  const form = await readForm(request, context)
  const submitted = submittedValues(form)
  const reject = (text: string, status: number, errors: Record<string, string> = {}, shown = submitted) =>
    data({ text, values: shown, errors }, { status })
  const { values, errors } = checkForm(messageForm, Object.fromEntries(form))
  if (errors) {
    return reject('Look at the marked fields, then send it again.', 400, errors)
  }
  const question = questionEmail(values.email, submitted.kept)
  if (question !== null) {
    return reject(LOOK_AGAIN, 400, { email: question }, { ...submitted, kept: values.email })
  }
  const { receiveMessage } = context.get(siteContext)
  if (!receiveMessage) {
    return reject('Messages cannot be sent here. Write an email instead.', 503)
  }
  const { rejection } = await consumeRateLimit(context, 'contact', values.email)
  if (rejection) {
    return reject(rejection, 429, { body: rejection })
  }
  try {
    await receiveMessage(values)
  } catch (error) {
    await refundRateLimit(context)
    logFailure('Could not store a message of the contact page', error)
    return reject('It could not be sent. Try again in a minute.', 503)
  }
  return redirect(`${href('/contact')}?sent`, 303)
}

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData
    ? pageMeta({
        title: 'Contact',
        description: 'Write, chat or call: every way to reach Lamplight, and our office hours.',
        canonical: loaderData.canonical,
      })
    : []
}

export default function Contact({
  loaderData: { contact, email, takesMessages, isSent, begun },
  actionData,
}: Route.ComponentProps) {
  return (
    <div className="help stack">
      <div className="stack">
        <Ruled subject="Nursing Leadership" band />
        <h1>Contact</h1>
        <p className="soft">We usually answer within 24 hours.</p>
        {isSent && !actionData && (
          <p className="note good" role="status" tabIndex={-1} {...focusOnLoad}>
            <b>Message sent.</b> We answer by email, usually within 24 hours.
          </p>
        )}
        <DeferredContent of={contact} skeleton={<TextSkeleton parts={4} />}>
          {(found) => <Ways contact={found ?? defaults} />}
        </DeferredContent>
      </div>
      {takesMessages && (
        <section className="stack" aria-labelledby="write">
          <h2 id="write">Send us a message</h2>
          <p className="soft">
            Many questions are answered in the <a href={href('/faq')}>FAQ</a>. If you paid and got nothing, the{' '}
            <a href={href('/support')}>Support page</a> says what to do first.
          </p>
          <ErrorSummary error={actionData && { title: 'Not sent yet', ...actionData }} />
          <ContactForm values={actionData?.values ?? { email, ...begun }} errors={actionData?.errors ?? {}} />
        </section>
      )}
    </div>
  )
}

function Ways({ contact }: { contact: Texts<typeof defaults> }) {
  const ways = [
    { name: 'WhatsApp', value: contact.contact_whatsapp_number, to: chatWith(contact.contact_whatsapp_number) },
    { name: 'Phone', value: contact.contact_phone_number, to: `tel:+${parsePhone(contact.contact_phone_number) ?? ''}` },
    { name: 'Email', value: contact.contact_email_primary, to: `mailto:${contact.contact_email_primary}` },
    { name: 'Admissions', value: contact.contact_email_admissions, to: `mailto:${contact.contact_email_admissions}` },
    { name: 'Office hours', value: contact.contact_office_hours, to: null },
    { name: 'Office address', value: contact.contact_office_address, to: null },
  ].filter(({ value }) => value !== '')
  return (
    <dl className="pairs">
      {ways.map(({ name, value, to }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{to ? <a href={to}>{isAddress(value) ? <EmailAddress address={value} /> : value}</a> : value}</dd>
        </div>
      ))}
    </dl>
  )
}

const isAddress = (text: string) => text.includes('@')
