import { settings } from '../features/settings/queries.server.ts'
import { siteContext, visitorClient } from '../platform/process/backend.server.ts'
import type { Handle } from '../platform/pages/handle.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { chatWith } from '../platform/text/whatsapp.ts'
import { contact as defaults, type Texts } from '../features/settings/defaults.ts'
import { defer } from '../platform/pages/deferred.server.ts'
import { DeferredContent } from '../ui/deferred-content.tsx'
import { TextSkeleton } from '../ui/skeletons.tsx'
import type { Route } from './+types/contact'

export const handle: Handle = { sameForVisitors: true }

export async function loader({ request, context }: Route.LoaderArgs) {
  return {
    contact: await defer(request, settings(visitorClient(context), 'contact')),
    canonical: `${context.get(siteContext).url}/contact`,
  }
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

export default function Contact({ loaderData: { contact } }: Route.ComponentProps) {
  return (
    <div className="narrow stack">
      <h1>Contact</h1>
      <p className="soft">We usually answer within 24 hours.</p>
      <DeferredContent of={contact} skeleton={<TextSkeleton parts={4} />}>
        {(found) => <Ways contact={found ?? defaults} />}
      </DeferredContent>
      <p>
        Paid for something and did not get it? The <a href="/support">Support page</a> has a form for that. Other questions are
        often answered in the <a href="/faq">FAQ</a>.
      </p>
    </div>
  )
}

function Ways({ contact }: { contact: Texts<typeof defaults> }) {
  const ways = [
    { name: 'Email', value: contact.contact_email_primary, to: `mailto:${contact.contact_email_primary}` },
    { name: 'Admissions', value: contact.contact_email_admissions, to: `mailto:${contact.contact_email_admissions}` },
    { name: 'WhatsApp', value: contact.contact_whatsapp_number, to: chatWith(contact.contact_whatsapp_number) },
    { name: 'Phone', value: contact.contact_phone_number, to: `tel:${contact.contact_phone_number.replaceAll(/[^\d+]/g, '')}` },
    { name: 'Office hours', value: contact.contact_office_hours, to: null },
    { name: 'Office address', value: contact.contact_office_address, to: null },
  ].filter(({ value }) => value !== '')
  return (
    <dl className="pairs">
      {ways.map(({ name, value, to }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{to ? <a href={to}>{value}</a> : value}</dd>
        </div>
      ))}
    </dl>
  )
}
