import { complaintLinks, parseComplaint } from '../features/information/complaint.ts'
import { settings } from '../features/site/queries.server.ts'
import { siteContext, visitorClient } from '../platform/backend.server.ts'
import { pageMeta } from '../platform/page-meta.ts'
import { TextField } from '../ui/field.tsx'
import { soon } from '../platform/soon.server.ts'
import { Later } from '../ui/later.tsx'
import { TextSkeleton } from '../ui/skeletons.tsx'
import type { Route } from './+types/support'

export async function loader({ request, context }: Route.LoaderArgs) {
  const given = parseComplaint(new URL(request.url).searchParams)
  const read = settings(visitorClient(context), 'site').then(({ support_email, whatsapp_number }) => ({
    email: support_email,
    links: complaintLinks(given, { email: support_email, whatsapp: whatsapp_number }),
  }))
  return {
    given,
    desk: await soon(request, read),
    canonical: `${context.get(siteContext).url}/support`,
  }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData
    ? pageMeta({
        title: 'Support',
        description:
          'I paid and got nothing, the file does not open, my upload is waiting: what to do, and how to reach somebody within 24 hours.',
        canonical: loaderData.canonical,
      })
    : []
}

export default function Support({ loaderData: { given, desk } }: Route.ComponentProps) {
  return (
    <div className="prose stack">
      <h1>Support</h1>
      <p>We usually answer within 24 hours. If a work is not what its page promised, you have 7 days from paying to tell us.</p>
      <Later of={desk} skeleton={<TextSkeleton parts={1} />}>
        {(found) =>
          found && (
            <p>
              Write to <a href={`mailto:${found.email}`}>{found.email}</a>.
            </p>
          )
        }
      </Later>
      <section className="stack" id="paid">
        <h2>I paid and got nothing</h2>
        <p>
          The file comes by mail from Selar, often within minutes; look in the spam folder too. If it is not there, fill in what
          you know:
        </p>
        <Later of={desk} skeleton={null}>
          {(found) => found?.links && <WrittenForYou {...found.links} />}
        </Later>
        <form className="narrow stack" action="/support#paid">
          <TextField
            label="Order reference"
            optional
            name="reference"
            maxLength={100}
            hint="It stands in the mail or on the receipt of the payment page."
            defaultValue={given.reference}
          />
          <TextField
            label="Material"
            name="material"
            maxLength={300}
            hint="Its title, or the link to it."
            defaultValue={given.material}
          />
          <TextField
            label="Email you paid with"
            name="email"
            type="email"
            autoComplete="email"
            maxLength={254}
            defaultValue={given.email}
          />
          <p>
            <button className="btn">Write the message for me</button>
          </p>
        </form>
      </section>
      <section className="stack" id="file">
        <h2>The file does not open</h2>
        <p>
          Save it to the phone first, then open it with a program for PDF, Word or PowerPoint, whichever its page names. If it
          still does not open, send us the order reference and a picture of what the screen says, and we see to it that you get a
          good one.
        </p>
      </section>
      <section className="stack" id="upload">
        <h2>My upload is waiting</h2>
        <p>
          A review takes 3-5 business days; Saturdays, Sundays and public holidays do not count. If they are over, write to us
          with the title of the work. <a href="/faq#reviews-and-payouts">How reviews and payouts work</a> is told step by step.
        </p>
      </section>
      <section className="stack" id="account">
        <h2>I cannot get into my account</h2>
        <p>
          On <a href="/auth">Login</a> you can ask for a new password, or for the confirmation mail once more. If you no longer
          have that mail address, write to us from another one.
        </p>
      </section>
      <section className="stack">
        <h2>Anything else</h2>
        <p>
          Many answers are in the <a href="/faq">FAQ</a>; every way to reach us is on the <a href="/contact">Contact page</a>.
        </p>
      </section>
    </div>
  )
}

function WrittenForYou({ mail, whatsapp }: { mail: string; whatsapp: string }) {
  return (
    <div className="card stack">
      <p>
        <b>It is written for you.</b> Send it as a mail or in WhatsApp; somebody looks for your order at once.
      </p>
      <p className="row">
        <a className="btn go" href={mail}>
          Send by email
        </a>
        <a className="btn" href={whatsapp} target="_blank" rel="noopener noreferrer">
          Send in WhatsApp
        </a>
      </p>
    </div>
  )
}
