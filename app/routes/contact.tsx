import { settings } from '../features/site/queries.server.ts'
import { siteContext, visitorClient } from '../platform/backend.server.ts'
import { pageMeta } from '../platform/page-meta.ts'
import { chatWith } from '../platform/whatsapp.ts'
import type { Route } from './+types/contact'

export async function loader({ context }: Route.LoaderArgs) {
  return { contact: await settings(visitorClient(context), 'contact'), canonical: `${context.get(siteContext).url}/contact` }
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
  const ways = [
    { name: 'Email', value: contact.contact_email_primary, to: `mailto:${contact.contact_email_primary}` },
    { name: 'Admissions', value: contact.contact_email_admissions, to: `mailto:${contact.contact_email_admissions}` },
    { name: 'WhatsApp', value: contact.contact_whatsapp_number, to: chatWith(contact.contact_whatsapp_number) },
    { name: 'Phone', value: contact.contact_phone_number, to: `tel:${contact.contact_phone_number.replaceAll(/[^\d+]/g, '')}` },
    { name: 'Office hours', value: contact.contact_office_hours, to: null },
    { name: 'Office address', value: contact.contact_office_address, to: null },
  ].filter(({ value }) => value !== '')
  return (
    <div className="narrow stack">
      <h1>Contact</h1>
      <p className="soft">We usually answer within 24 hours.</p>
      <dl className="pairs">
        {ways.map(({ name, value, to }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{to ? <a href={to}>{value}</a> : value}</dd>
          </div>
        ))}
      </dl>
      <p>
        Paid for something and did not get it? The <a href="/support">Support page</a> has a form for that. Other questions are
        often answered in the <a href="/faq">FAQ</a>.
      </p>
    </div>
  )
}
