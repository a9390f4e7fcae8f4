import type { ReactNode } from 'react'
import { Amounts } from '#app/ui/amounts.tsx'
import { confirmAccount } from '../dashboard/labels.ts'
import { Checklist } from '../dashboard/next-step-card.tsx'
import { describeNextStep, isAllDone } from '../dashboard/next-step.ts'
import { UploadTrack } from '../dashboard/uploads-section.tsx'
import { MoneyBar } from '../earnings/money-bar.tsx'
import { LISTED_UPLOADS } from './person-sections.tsx'
import type { OrderView, StudentView } from './what-they-see.server.ts'

type Props = {
  /** Null for a buyer without an account. */
  student: StudentView | null
  orders: readonly OrderView[]
}

/** The number of orders that are shown before the older ones are unfolded. */
const NEWEST_ORDERS = 3

/** The sentences of a person's own pages, without their links: an admin cannot open an order. */
export function WhatTheySee({ student, orders }: Props) {
  return (
    <section className="what-they-see" aria-labelledby="what-they-see">
      <h2 id="what-they-see">What they see</h2>
      <p className="small soft">The words of their own pages right now.</p>
      {student && (
        <>
          <Money {...student} />
          <NextStep {...student.dashboard.nextStep} />
          <Uploads {...student.dashboard} />
        </>
      )}
      {orders.slice(0, NEWEST_ORDERS).map((order) => (
        <Order key={order.id} {...order} />
      ))}
      {orders.length > NEWEST_ORDERS && (
        <details>
          <summary>Older orders ({orders.length - NEWEST_ORDERS})</summary>
          {orders.slice(NEWEST_ORDERS).map((order) => (
            <Order key={order.id} {...order} />
          ))}
        </details>
      )}
    </section>
  )
}

/** A part of the section: its sentence, and the rest folded. */
function Part({ name, sentence, children }: { name: string; sentence: string; children: ReactNode }) {
  return (
    <details>
      <summary>
        <small>{name}</small>
        <Amounts text={sentence} />
      </summary>
      <div className="stack">{children}</div>
    </details>
  )
}

function Notes({ notes }: { notes: readonly (string | null)[] }) {
  return notes.map(
    (note) =>
      note !== null && (
        <p className="note" key={note}>
          <Amounts text={note} />
        </p>
      ),
  )
}

function Money({ dashboard, payout, noSales, testMoney }: StudentView) {
  const { parts, unconfirmed } = dashboard
  const [first, ...others] = payout.obstacles
  // Without a planned payout, the first reason belongs to what an admin reads at a glance.
  const sentence = payout.amount ? dashboard.payout : [payout.heading, first].filter(Boolean).join('. ')
  return (
    <Part name="Money" sentence={sentence}>
      <Notes
        notes={[
          ...(payout.amount ? payout.obstacles : others),
          unconfirmed && `${confirmAccount.ask(unconfirmed)} ${confirmAccount.link}. ${confirmAccount.until}`,
        ]}
      />
      {payout.account && <p>{payout.account}</p>}
      {payout.sum && <p>{payout.sum}</p>}
      {parts && <MoneyBar {...parts} />}
      {noSales && (
        <p>
          <b>{noSales.title}.</b> {noSales.text}
        </p>
      )}
      {testMoney && (
        <p className="small soft">
          <Amounts text={testMoney} />
        </p>
      )}
      <p className="small soft">{payout.rule}</p>
    </Part>
  )
}

function NextStep({ step, checklist }: StudentView['dashboard']['nextStep']) {
  if (isAllDone(step, checklist)) {
    return null
  }
  const { title, text } = describeNextStep(step)
  return (
    <Part name="Next step" sentence={title}>
      <p>{text}</p>
      {step && (
        <p className="small soft">
          Button: <b>{step.button}</b>
        </p>
      )}
      {!isAllDone(null, checklist) && <Checklist steps={checklist} />}
    </Part>
  )
}

function Uploads({ reviews, uploads }: StudentView['dashboard']) {
  return (
    <Part name="Uploads" sentence={reviews}>
      {uploads.length > 0 && (
        <ul className="track-list">
          {uploads.slice(0, LISTED_UPLOADS).map(({ id, title, steps, remarks }) => (
            <li key={id}>
              <p className="name">{title}</p>
              <UploadTrack steps={steps} />
              {remarks && <p className="small">{remarks}</p>}
            </li>
          ))}
        </ul>
      )}
      {uploads.length > LISTED_UPLOADS && (
        <p className="small soft">
          The newest {LISTED_UPLOADS} of {uploads.length}.
        </p>
      )}
    </Part>
  )
}

function Order({ work, reference, title, text, downloads, twice, demo, notes, limit, refundPeriod, asksPaystack }: OrderView) {
  return (
    <Part name={`Order ${reference}, ${work}`} sentence={title}>
      <p>
        <Amounts text={text} />
      </p>
      <Notes notes={[twice, ...notes, limit]} />
      {downloads.length > 0 && (
        <p className="small soft">
          {downloads.length === 1 ? 'Button' : 'Buttons'}: <b>{downloads.join('; ')}</b>
        </p>
      )}
      {refundPeriod && (
        <p className="small soft">
          Ask for a refund: <b>{refundPeriod}</b>
        </p>
      )}
      {demo && <p className="small soft">{demo}</p>}
      {asksPaystack && <p className="small soft">The page asks Paystack again when they open it.</p>}
    </Part>
  )
}
