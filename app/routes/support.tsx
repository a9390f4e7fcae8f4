import { href } from 'react-router'
import { useContext } from 'react'
import { complaintLinks, emptyComplaint, parseComplaint } from '../features/complaints/complaint.ts'
import { moneyRules } from '../features/earnings/queries.server.ts'
import { firstRules, getRefundRule } from '../features/earnings/rules.ts'
import { settings } from '../features/settings/queries.server.ts'
import { visitorClient } from '#app/services/backend.server.ts'
import { siteContext } from '#app/services/site.server.ts'
import { SellingContext } from '#app/services/orders.ts'
import { suggestEmail } from '../platform/forms/email-typo.ts'
import { readForm } from '../platform/forms/form.server.ts'
import type { Handle } from '../platform/pages/handle.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { AccountField } from '../ui/account-field.tsx'
import { TextField } from '../ui/field.tsx'
import { orDefault, defer } from '../platform/pages/deferred.server.ts'
import { DeferredContent } from '../ui/deferred-content.tsx'
import { TextSkeleton } from '../ui/skeletons.tsx'
import type { Route } from './+types/support'

export const handle: Handle = { styles: 'prose', sameForVisitors: true }

export async function loader({ request, context }: Route.LoaderArgs) {
  return {
    desk: await defer(request, readDesk(context)),
    refundRule: getRefundRule(await orDefault(request, moneyRules(visitorClient(context)), firstRules)),
    canonical: `${context.get(siteContext).url}${href('/support')}`,
  }
}

/** Composes the message about a purchase that did not arrive. Nothing is stored; the user sends the message. */
export async function action({ request, context }: Route.ActionArgs) {
  const input = parseComplaint(await readForm(request, context))
  const { email, whatsapp } = await readDesk(context)
  return { complaint: input, links: complaintLinks(input, { email, whatsapp }) }
}

async function readDesk(context: Route.LoaderArgs['context']): Promise<{ email: string; whatsapp: string }> {
  const { support_email, whatsapp_number } = await settings(visitorClient(context), 'site')
  return { email: support_email, whatsapp: whatsapp_number }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData
    ? pageMeta({
        title: 'Support',
        description:
          'I paid and got nothing, the file does not open, my upload is waiting: what to do, and how to reach us within 24 hours.',
        canonical: loaderData.canonical,
      })
    : []
}

export default function Support({ loaderData: { desk, refundRule }, actionData }: Route.ComponentProps) {
  const input = actionData?.complaint ?? emptyComplaint
  const meant = suggestEmail(input.email)
  const sellsHere = useContext(SellingContext) !== null
  return (
    <div className="prose stack">
      <h1>Support</h1>
      <p>We usually answer within 24 hours.</p>
      <p>{refundRule}</p>
      <DeferredContent of={desk} skeleton={<TextSkeleton parts={1} />}>
        {(found) =>
          found && (
            <p>
              Write to <a href={`mailto:${found.email}`}>{found.email}</a>.
            </p>
          )
        }
      </DeferredContent>
      <section className="stack" id="paid">
        <h2>I paid and got nothing</h2>
        <p>
          {sellsHere ? (
            <>
              If you paid on Paystack, <a href={href('/orders')}>have the link of your order sent again</a>: its page has the
              file. If you paid on Selar, Selar
            </>
          ) : (
            'Selar'
          )}{' '}
          sends the file by email, often within minutes. Look in the spam folder too. If it is not there, fill in what you know:
        </p>
        {actionData && (actionData.links ? <WrittenForYou {...actionData.links} /> : <EmptyComplaint />)}
        <form className="narrow stack" method="post" action={`${href('/support')}#paid`}>
          <AccountField />
          <TextField
            label="Order reference"
            optional
            name="reference"
            maxLength={100}
            hint="You find it in the email or on the receipt of the payment page."
            defaultValue={input.reference}
          />
          <TextField
            label="Material"
            name="material"
            maxLength={300}
            hint="Its title, or the link to it."
            defaultValue={input.material}
          />
          <TextField
            label="Email you paid with"
            name="email"
            type="email"
            autoComplete="email"
            maxLength={254}
            hint={meant && `Did you mean ${meant}? Then correct it and prepare the message again.`}
            defaultValue={input.email}
          />
          <p>
            <button className="btn">Prepare my message</button>
          </p>
        </form>
      </section>
      <section className="stack" id="file">
        <h2>The file does not open</h2>
        <p>
          Save it on your phone or computer first, then open it with an app for PDF, Word or PowerPoint, as its page says. If it
          still does not open, send us the order reference and a screenshot, and we send you a file that works.
        </p>
      </section>
      <section className="stack" id="upload">
        <h2>My upload is waiting</h2>
        <p>
          A review takes 3-5 business days; Saturdays, Sundays and public holidays do not count. If they are over, write to us
          with the title of the work. Read step by step{' '}
          <a href={`${href('/faq')}#reviews-and-payouts`}>how reviews and payouts work</a>.
        </p>
      </section>
      <section className="stack" id="account">
        <h2>I cannot get into my account</h2>
        <p>
          On <a href={href('/auth')}>Sign In</a> you can ask for a new password, or for the confirmation email again. If you no
          longer have that email address, write to us from another one.
        </p>
      </section>
      <section className="stack">
        <h2>Anything else</h2>
        <p>
          Many answers are in the <a href={href('/faq')}>FAQ</a>. The <a href={href('/contact')}>Contact page</a> shows every way
          to reach us.
        </p>
      </section>
    </div>
  )
}

function WrittenForYou({ mail, whatsapp }: { mail: string; whatsapp: string }) {
  return (
    <div className="card stack">
      <p>
        <b>Your message is ready.</b> Send it by email or WhatsApp. We look for your order and usually answer within 24 hours.
      </p>
      <p className="row">
        <a className="btn go" href={mail}>
          Send by email
        </a>
        <a className="btn" href={whatsapp} target="_blank" rel="noopener noreferrer">
          Send on WhatsApp
        </a>
      </p>
    </div>
  )
}

function EmptyComplaint() {
  return (
    <p className="note" role="status">
      Fill in at least one of the fields, so that we can find your order.
    </p>
  )
}
