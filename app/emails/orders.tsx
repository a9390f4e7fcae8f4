import { href } from 'react-router'
import * as v from 'valibot'
import { formatDay } from '../platform/text/dates.ts'
import { formatKobo, formatPaid } from '../platform/text/money.ts'
import { EmailButton, Lines } from './layout.tsx'
import { template } from './template.tsx'

/* Emails to buyers (private.notify_buyer). The link opens the order, so the outbox row is cleared when the email is
   sent. */

const order = {
  title: v.string(),
  reference: v.string(),
  amount_kobo: v.number(),
  currency: v.string(),
  is_test: v.boolean(),
  token: v.pipe(v.string(), v.regex(/^[\w-]{22}$/)),
}
const trial = (is_test: boolean) => is_test && <p>This was a demo: no money moved.</p>
const linkTo = (siteUrl: string, token: string) => `${siteUrl}${href('/orders/:token', { token })}`

/** The receipt, with the link to the file. A discount code can make it free. */
export const orderPaid = template(
  v.object({
    ...order,
    paid_at: v.string(),
    refund_until: v.nullish(v.string(), null),
    twice: v.boolean(),
    code: v.nullish(v.string(), null),
    list_kobo: v.nullish(v.number(), null),
  }),
  ({ title, reference, amount_kobo, currency, is_test, token, paid_at, refund_until, twice, code, list_kobo }, { siteUrl }) => ({
    subject: `Your file and receipt: ${title}`,
    body: (
      <>
        <p>
          {amount_kobo === 0 ? (
            <>
              You got <strong>{title}</strong> free
            </>
          ) : (
            <>
              You paid <strong>{formatPaid(amount_kobo, currency)}</strong> for <strong>{title}</strong>
            </>
          )}{' '}
          on {formatDay(paid_at)}. Order {reference}.
        </p>
        {code !== null && list_kobo !== null && (
          <p>
            The price is {formatKobo(list_kobo)}. Your code {code} took off {formatKobo(list_kobo - amount_kobo)}.
          </p>
        )}
        {trial(is_test)}
        <EmailButton href={linkTo(siteUrl, token)}>Get the file</EmailButton>
        {twice && <p>You have paid for this work before. If that was a mistake, request a refund on that page.</p>}
        {refund_until !== null && <p>Something wrong with it? Request a refund on that page until {formatDay(refund_until)}.</p>}
        <p>Anyone with the link can get the file, so keep this email to yourself.</p>
      </>
    ),
  }),
)

/** Says that the paid amount is not the requested one, and that an admin checks it. */
export const orderWrong = template(
  v.object(order),
  ({ title, reference, amount_kobo, currency, is_test, token }, { siteUrl }) => ({
    subject: `We need to check your payment for ${title}`,
    body: (
      <>
        <p>
          A payment of {formatPaid(amount_kobo, currency)} came in for <strong>{title}</strong> (order {reference}), but it is not
          the price of the work. Someone will check it and write to you. You do not have to pay again.
        </p>
        {trial(is_test)}
        <EmailButton href={linkTo(siteUrl, token)}>See your order</EmailButton>
      </>
    ),
  }),
)

/** Lists the links of an address's orders. */
export const ordersFound = template(
  v.object({
    orders: v.array(v.object({ title: v.string(), reference: v.string(), paid_at: v.string(), token: order.token })),
  }),
  ({ orders }, { siteUrl }) => ({
    subject: orders.length === 1 ? 'The link of your order' : 'The links of your orders',
    body: (
      <>
        <p>What this address bought at Lamplight:</p>
        <ul>
          {orders.map(({ title, reference, paid_at, token }) => (
            <li key={reference}>
              <a href={linkTo(siteUrl, token)}>{title}</a>, order {reference}, {formatDay(paid_at)}
            </li>
          ))}
        </ul>
        <p>
          We send this when someone asks for it with your address, or when you write to us about an order. Nobody else got these
          links.
        </p>
      </>
    ),
  }),
)

/** Says before a second payment that this address has the work already. */
export const orderOwned = template(
  v.object({ ...order, wanted: v.string() }),
  ({ title, wanted, reference, token }, { siteUrl }) => ({
    subject: `You have this already: ${wanted}`,
    body: (
      <>
        <p>
          Someone opened a payment for <strong>{wanted}</strong> with this address. You bought {wanted === title ? 'it' : title}{' '}
          as order {reference}
          {wanted !== title && ', and it is in there'}, so you do not need to pay again.
        </p>
        <EmailButton href={linkTo(siteUrl, token)}>Get the file</EmailButton>
        <p>It was not you? Then someone else typed your address. They did not get this link.</p>
      </>
    ),
  }),
)

/** Says that the work has a better file, which the buyer gets too. */
export const orderRenewed = template(v.object(order), ({ title, reference, token }, { siteUrl }) => ({
  subject: `A better file for ${title}`,
  body: (
    <>
      <p>
        The work <strong>{title}</strong>, which you bought as order {reference}, has a better file now. You get it for free.
      </p>
      <EmailButton href={linkTo(siteUrl, token)}>Get the file</EmailButton>
    </>
  ),
}))

/** Confirms a buyer's refund request. */
export const orderRefundAsked = template(v.object(order), ({ title, reference, token }, { siteUrl }) => ({
  subject: `Your refund request: ${title}`,
  body: (
    <>
      <p>
        We received your refund request for <strong>{title}</strong> (order {reference}). We usually answer by email within a
        working day.
      </p>
      <EmailButton href={linkTo(siteUrl, token)}>See your order</EmailButton>
    </>
  ),
}))

const answered = v.object({ ...order, answer: v.string(), is_part: v.optional(v.boolean(), false) })

/** Says that the admin approved the refund. */
export const orderRefundAgreed = template(
  answered,
  ({ title, reference, amount_kobo, currency, is_test, token, answer, is_part }, { siteUrl }) => ({
    subject: is_part ? `A part of your money is on its way back: ${title}` : `Your refund is on its way: ${title}`,
    body: (
      <>
        <p>
          Paystack sends {formatPaid(amount_kobo, currency)} back to where you paid from (order {reference}). That takes up to ten
          working days. {is_part ? 'The file stays open for you.' : 'The file is closed.'}
        </p>
        {answer && (
          <p>
            <Lines of={answer} />
          </p>
        )}
        {trial(is_test)}
        <EmailButton href={linkTo(siteUrl, token)}>See your order</EmailButton>
      </>
    ),
  }),
)

/** Says that the admin rejected the refund, with the reason. */
export const orderRefundRefused = template(answered, ({ title, reference, token, answer }, { siteUrl }) => ({
  subject: `Your refund request was declined: ${title}`,
  body: (
    <>
      <p>
        You requested a refund for <strong>{title}</strong> (order {reference}). We declined it:
      </p>
      <p>
        <Lines of={answer || 'We found nothing wrong with the file.'} />
      </p>
      <p>The file stays open for you. If we are wrong, answer this email.</p>
      <EmailButton href={linkTo(siteUrl, token)}>See your order</EmailButton>
    </>
  ),
}))

const refunded = v.object({ ...order, is_part: v.optional(v.boolean(), false) })
/** Says that Paystack sent the refund. */
export const orderRefunded = template(refunded, ({ title, reference, amount_kobo, currency, is_test, is_part }) => ({
  subject: is_part ? `A part of your money was sent back: ${title}` : `Your refund was sent: ${title}`,
  body: (
    <>
      <p>
        Paystack sent {formatPaid(amount_kobo, currency)} back for <strong>{title}</strong> (order {reference}). Your bank may
        take some days to show it.
      </p>
      {trial(is_test)}
    </>
  ),
}))

/** Asks a buyer how the work was (private.ask_for_ratings), and says how to end such emails. */
export const orderRating = template(
  v.object({ ...order, slug: v.string() }),
  ({ title, reference, token, slug }, { siteUrl }) => {
    const unsubscribe = `${siteUrl}${href('/orders/:token/no-reminders', { token })}`
    return {
      subject: `How was ${title}?`,
      unsubscribe,
      body: (
        <>
          <p>
            You bought <strong>{title}</strong> (order {reference}). Was it what you needed? Your stars and a sentence help the
            next student, and its author.
          </p>
          <EmailButton href={`${siteUrl}${href('/material-preview/:key', { key: slug })}#comments`}>Rate it</EmailButton>
          <p>You sign in with this address first, so that only buyers give stars.</p>
          <p>
            Something wrong with it? <a href={linkTo(siteUrl, token)}>Your order</a> says how to ask for a refund.
          </p>
          <p>
            We ask once for each work. <a href={unsubscribe}>Turn off such emails</a>
          </p>
        </>
      ),
    }
  },
)

/** Reminds a buyer of a payment that was not finished (private.remind_buyers), and how to end such emails. */
export const orderUnfinished = template(v.object(order), ({ title, reference, amount_kobo, is_test, token }, { siteUrl }) => {
  const unsubscribe = `${siteUrl}${href('/orders/:token/no-reminders', { token })}`
  return {
    subject: `Your payment for ${title} was not finished`,
    unsubscribe,
    body: (
      <>
        <p>
          You began to pay {formatKobo(amount_kobo)} for <strong>{title}</strong>. Order {reference}. Nothing has arrived yet, and
          you can go on where you stopped.
        </p>
        {trial(is_test)}
        <EmailButton href={linkTo(siteUrl, token)}>Continue with the payment</EmailButton>
        <p>If you have paid, the same page shows it as soon as your bank confirms it.</p>
        <p>
          You get this because your address was typed at our checkout. <a href={unsubscribe}>Turn off reminders</a>
        </p>
      </>
    ),
  }
})
