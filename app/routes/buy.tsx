import { CLASS_LINK_COOKIE, DISCOUNT_COOKIE } from '#app/services/checkout-links.ts'
import { readRememberedSource, readSource } from '#app/services/read-source.ts'
import { readCookie } from '../platform/session/cookies.server.ts'
import { formFields } from '../platform/forms/form-fields.ts'
import { href, data, redirect } from 'react-router'
import { moneyRules } from '../features/earnings/queries.server.ts'
import { findFormerMaterial, findMaterial, type Material } from '../features/materials/queries.server.ts'
import { previewPath } from '#app/features/materials/preview-path.ts'
import { filesInShort } from '../features/materials/files.ts'
import { soldWhere } from '../features/materials/sold.ts'
import { formatPages, getFile } from '../features/materials/study-details.ts'
import { Thumbnail } from '../features/materials/thumbnail.tsx'
import { AlreadyBought } from '../features/orders/already-bought.tsx'
import { forgetBuyer, readBuyer, rememberOrder } from '../features/orders/buyer-cookie.server.ts'
import { suggestEmail } from '../platform/forms/email-typo.ts'
import { findBought } from '../features/orders/find-bought.server.ts'
import { applyCode, type Discount } from '../features/orders/discount.server.ts'
import { DiscountField } from '../features/orders/discount-field.tsx'
import { findOwnWork } from '../features/orders/find-own-work.server.ts'
import { readHelp } from '../features/orders/help.server.ts'
import { ThisIsYourWork } from '../features/orders/own-work.tsx'
import { ProblemPaying } from '../features/orders/problem-paying.tsx'
import { buyerForm, NEWSLETTER_CONSENT } from '../features/orders/schema.ts'
import { getOrders, privateHeaders } from '../features/orders/selling.server.ts'
import { IslandScript } from '../features/shell/island-script.tsx'
import { checkForm, readForm, submittedValues } from '../platform/forms/form.server.ts'
import { refundRateLimit, consumeRateLimit } from '../platform/limits/limits.server.ts'
import type { Handle } from '../platform/pages/handle.ts'
import { notFound } from '../platform/pages/not-found.server.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { markFormResponse, orUnavailable } from '../platform/pages/unavailable.server.ts'
import { visitorClient } from '#app/services/backend.server.ts'
import { logFailure, orLog } from '#app/platform/log/failures.server.ts'
import { userContext } from '../platform/session/session.server.ts'
import { formatKobo, formatNaira, formatPrice } from '../platform/text/money.ts'
import { readOwnPrice } from '../features/bundles/queries.server.ts'
import { AccountField } from '../ui/account-field.tsx'
import { ErrorSummary, TextField, TickField } from '../ui/field.tsx'
import { focusOnLoad } from '../ui/focus.ts'
import { ShopIcon } from '../ui/shop-icon.tsx'
import type { Route } from './+types/buy'

export const handle: Handle = { styles: 'all', islands: ['checkout'], leadsToPayment: true }

export async function loader({ params, request, url, context }: Route.LoaderArgs) {
  const orders = getOrders(context)
  const material = await materialAt({ params, context })
  const remembered = readBuyer(request)
  const email = context.get(userContext)?.email ?? remembered.email
  const own = await findOwnPrice(context, material.id)
  const [{ refundDays }, bought, ownWork, help, linked] = await Promise.all([
    moneyRules(visitorClient(context)),
    findBought(request, context, material),
    findOwnWork(context, material.id),
    readHelp(context),
    applyLinkedCode({ request, url, context }, { material, own, email }),
  ])
  return {
    material,
    own,
    file: filesInShort(material.files) ?? getFile(material),
    refundDays,
    bought,
    ownWork,
    help,
    isTest: orders.domain === 'test',
    email,
    source: readSource(url, request.headers.get('referer') ?? undefined),
    ...linked,
    isRemembered: remembered.email !== '' || remembered.orders.length > 0,
  }
}

/**
 * Applies the code of the address, or else of the link that the browser opened last (server/http/checkout-links.ts). A
 * refused code of such a link is not filled in, so that the buyer can pay without it.
 */
async function applyLinkedCode(
  { request, url, context }: Pick<Route.LoaderArgs, 'request' | 'url' | 'context'>,
  { material, own, email }: { material: Material; own: OwnPrice; email: string },
) {
  const typed = (material.price > 0 && url.searchParams.get('code')) || ''
  const opened = (material.price > 0 && readCookie(request, DISCOUNT_COOKIE)) || ''
  const { discount, error } = await applyCode(context, {
    typed: typed || opened,
    material: material.id,
    email,
    mostKobo: getToPay({ material, own, discount: null }),
  })
  const isRefused = typed === '' && error !== null
  return { code: isRefused ? '' : typed || opened, discount, codeError: isRefused ? `${opened}: ${error}` : error }
}

/** The response to the form. `meant` is the address that was probably meant by a misspelled email. */
type Answer = {
  text: string | null
  values: Record<string, string>
  errors: Record<string, string>
  meant: string | null
  discount: Discount | null
}

/**
 * Creates the order. Asks first, and once, whether a misspelled email is right, and shows what a code takes off; all of
 * it without a script.
 */
export async function action({ params, request, context }: Route.ActionArgs) {
  const orders = getOrders(context)
  const material = await materialAt({ params, context })
  markFormResponse(context)
  const form = await readForm(request, context)
  const submitted = submittedValues(form)
  const answer: Answer = { text: null, values: submitted, errors: {}, meant: null, discount: null }
  const respond = (changes: Partial<Answer> = {}, status = 200) => data<Answer>({ ...answer, ...changes }, { status })
  const reject = (text: string, status: number) => respond({ text }, status)
  const refuse = (errors: Record<string, string>, status = 400) => respond({ errors }, status)
  if (submitted.intent === 'forget') {
    return redirect(href('/buy/:slug', { slug: material.slug }), {
      status: 303,
      headers: { ...privateHeaders, 'set-cookie': forgetBuyer(context) },
    })
  }
  const isFree = material.price === 0
  // A button of the question sends the chosen address.
  const entered = submitted.address ?? submitted.email ?? ''
  answer.values = { ...submitted, email: entered }
  const typed = (!isFree && submitted.remove === undefined && submitted.code) || ''
  const own = await findOwnPrice(context, material.id)
  const mostKobo = getToPay({ material, own, discount: null })
  const applied = await applyCode(context, { typed, material: material.id, email: entered, mostKobo })
  if (applied.error !== null) {
    return refuse({ code: applied.error })
  }
  const { discount } = applied
  answer.discount = discount
  if (submitted.remove !== undefined) {
    return respond({ values: { ...answer.values, code: '' } })
  }
  if (submitted.apply !== undefined) {
    return discount === null ? refuse({ code: 'Type the code' }) : respond()
  }
  const { values, errors } = isFree ? { values: { email: '' }, errors: null } : checkForm(buyerForm, { email: entered })
  if (errors) {
    return refuse(errors)
  }
  const wantsInvoice = submitted.intent === 'invoice'
  if (submitted.intent !== 'pay' && !wantsInvoice) {
    return respond()
  }
  const price = getToPay({ material, own, discount }) / 100
  if (submitted.price !== String(price)) {
    // A code was typed and not applied yet: the button now has what is to be paid.
    return discount || own
      ? respond()
      : reject(`The price is ${formatPrice(material.price)} now. Look at it before you pay.`, 409)
  }
  const meant = submitted.address === undefined && submitted.kept !== values.email ? suggestEmail(values.email) : null
  if (meant !== null) {
    return respond({ values: { ...answer.values, email: values.email }, meant })
  }
  const { rejection } = await consumeRateLimit(context, 'payment', values.email)
  if (rejection) {
    return reject(rejection, 429)
  }
  try {
    const started = await orders.begin({
      material: material.id,
      email: values.email,
      price,
      account: context.get(userContext)?.userId ?? null,
      code: discount?.code ?? null,
      origin: {
        source: readRememberedSource(submitted.source ?? ''),
        opened: readCookie(request, CLASS_LINK_COOKIE),
        own: readCookie(request, 'own-class-link'),
      },
    })
    switch (started.outcome) {
      case 'ok': {
        const order = { email: values.email, slug: material.slug, token: started.token }
        if (submitted.news !== undefined && !isFree) {
          // Without the consent the buyer gets fewer emails, and may still pay.
          await orders
            .agreeToNewsletters(started.token, NEWSLETTER_CONSENT)
            .catch(orLog('Could not save the consent to newsletters', false))
        }
        if (wantsInvoice) {
          // With an invoice there are no reminders.
          await orders.savePayer(started.token, { name: '', school: '' })
        }
        return redirect(wantsInvoice ? href('/orders/:token/receipt', { token: started.token }) : started.address, {
          status: 303,
          headers: { ...privateHeaders, 'set-cookie': rememberOrder(context, readBuyer(request), order) },
        })
      }
      case 'code_refused': {
        // Another buyer took its last use a moment ago.
        const again = await applyCode(context, { typed, material: material.id, email: values.email, mostKobo })
        answer.discount = null
        return refuse({ code: again.error ?? 'This code cannot be used now. You can pay without it' }, 409)
      }
      case 'price_changed':
        return reject('The price has just changed. Open the page again in a few minutes.', 409)
      case 'own_work':
        return reject('This is your work, so you cannot buy it. Nothing was charged.', 409)
      case 'not_sold':
        return reject('This work cannot be bought here right now. Nothing was charged.', 409)
      case 'email_rejected':
        return refuse({ email: 'Paystack does not accept this address. Check it, or use another one. Nothing was charged' })
      default:
        await refundRateLimit(context)
        return reject('Paystack is not responding. Nothing was charged. Try again in a minute.', 503)
    }
  } catch (error) {
    logFailure('Could not create an order', error)
    await refundRateLimit(context)
    return reject('Your order could not be saved. Nothing was charged. Try again in a minute.', 503)
  }
}

export const headers: Route.HeadersFunction = () => privateHeaders

/**
 * Returns the material that is sold here.
 * @throws 404, or a redirect to the page of a material that is sold elsewhere.
 */
async function materialAt({ params, context }: Pick<Route.LoaderArgs, 'params' | 'context'>) {
  const orders = getOrders(context)
  const material = await orUnavailable(context, findMaterial(visitorClient(context), params.slug))
  if (!material) {
    const slug = await orUnavailable(context, findFormerMaterial(visitorClient(context), params.slug))
    if (slug) {
      throw redirect(href('/buy/:slug', { slug }), 301)
    }
    throw notFound('Material not found', 'It may have been taken off the site, or the link is not complete.', {
      to: href('/marketplace'),
      label: 'Back to Materials',
    })
  }
  if (soldWhere(material, orders.domain) !== 'here') {
    throw redirect(previewPath(material.slug), 303)
  }
  return material
}

export function meta({ loaderData }: Route.MetaArgs) {
  const title = `Buy ${loaderData?.material.title ?? 'a work'}`
  return pageMeta({ title, description: 'Pay, and get the file at once.', index: false })
}

export default function Buy({ loaderData, actionData }: Route.ComponentProps) {
  const { material, file, refundDays, bought, ownWork, help, isTest, email, isRemembered } = loaderData
  const { own } = loaderData
  const discount = actionData ? actionData.discount : loaderData.discount
  const toPay = getToPay({ material, own, discount })
  const isFree = material.price === 0
  const isPaid = !isFree && ownWork === null && toPay !== 0
  // The details of our own files name their pages.
  const pages = material.pages === null || file?.includes('page') ? null : formatPages(material.pages)
  const details = [pages, file]
  const form = <CheckoutForm loaderData={loaderData} actionData={actionData} />
  return (
    <div className="narrow stack checkout">
      <nav className="crumb" aria-label="Where you are">
        <a href={previewPath(material.slug)}>Back to the material</a>
      </nav>
      <h1>{isFree ? 'Get it free' : 'Checkout'}</h1>
      {isTest && isPaid && <p className="note">This is a demo. No money moves, and you do not need a real card.</p>}
      <ErrorSummary error={actionData?.text ? { ...actionData, text: actionData.text } : null} />
      <section className="card" aria-label="Your order">
        <div className="ordered">
          <Thumbnail material={material} />
          <div>
            <h2 className="name">{material.title}</h2>
            <p className="small soft">{details.filter(Boolean).join(' · ')}</p>
          </div>
        </div>
        <p className="total">
          <b>Total</b>{' '}
          {toPay < material.price * 100 ? (
            <span>
              <s className="soft num">
                <span className="sr">Before: </span>
                {formatNaira(material.price)}
              </s>{' '}
              <span className="price num">{formatToPay(toPay)}</span>
            </span>
          ) : (
            <span className="price">{formatPrice(material.price)}</span>
          )}
        </p>
        {own && <p className="small soft">You have {own.owned} of its works already, so you pay for the others only.</p>}
      </section>
      {ownWork ? <ThisIsYourWork own={ownWork} /> : bought && <AlreadyBought bought={bought} isFree={isFree} />}
      {ownWork ? null : bought ? (
        <details open={actionData !== undefined || undefined}>
          <summary>{isFree ? 'Get it again' : 'Buy it again'}</summary>
          {form}
        </details>
      ) : (
        form
      )}
      {/* Another browser does not show what an address bought: it may be someone else's address (find-bought.server.ts). */}
      {isPaid && !bought && (
        <p className="soft small">
          Bought it before? <a href={href('/orders')}>Get your links by email</a>, and do not pay twice.
        </p>
      )}
      {isPaid && (
        <ul className="points small">
          <li>
            <ShopIcon name="download" />
            Download at once after payment. The link also comes to your email.
          </li>
          <li>
            <ShopIcon name="back" />
            Not satisfied? Tell us within {refundDays} days. We correct the problem or refund you.
          </li>
          <li>
            <ShopIcon name="lock" />
            You pay on Paystack’s page. We never see your card or PIN.
          </li>
        </ul>
      )}
      {isPaid && <ProblemPaying help={help} message={`I want to buy "${material.title}" and have a problem paying.`} />}
      {isRemembered && (
        <form method="post">
          <AccountField />
          <p className="soft small row">
            {email ? 'This browser remembers your email and orders.' : 'This browser remembers your orders.'}
            <button className="btn bare" name="intent" value="forget">
              Forget them
            </button>
          </p>
        </form>
      )}
      <IslandScript name="checkout" />
    </div>
  )
}

/** The price of a bundle for a buyer with works of it, in kobo; null for others (docs/decisions/0065). */
type OwnPrice = { kobo: number; owned: number } | null

async function findOwnPrice(context: Route.LoaderArgs['context'], material: string): Promise<OwnPrice> {
  const user = context.get(userContext)
  const own =
    user &&
    (await readOwnPrice(user, material, getOrders(context).domain).catch(
      orLog('Could not read what a user has of a bundle', null),
    ))
  return own && own.owned > 0 ? own : null
}

/** Returns what is to be paid, in kobo: with a code and works that the buyer has, the lower price. */
function getToPay({
  material,
  own,
  discount,
}: {
  material: { price: number }
  own: OwnPrice
  discount: Discount | null
}): number {
  return Math.min(discount?.toPayKobo ?? Number.POSITIVE_INFINITY, own?.kobo ?? material.price * 100)
}

/** Formats what is to be paid less than the price: ₦1,600, or Free. */
const formatToPay = (kobo: number) => (kobo === 0 ? 'Free' : formatKobo(kobo))

function CheckoutForm({ loaderData, actionData }: Pick<Route.ComponentProps, 'loaderData' | 'actionData'>) {
  const { material, email, own } = loaderData
  const discount = actionData ? actionData.discount : loaderData.discount
  const toPay = getToPay({ material, own, discount })
  const code = {
    typed: actionData ? (actionData.values.code ?? '') : loaderData.code,
    error: (actionData ? actionData.errors.code : loaderData.codeError) ?? undefined,
  }
  const isFree = material.price === 0
  const fields = formFields(buyerForm, actionData?.values ?? {}, actionData?.errors ?? {})
  const value = actionData?.values.email ?? email
  const meant = actionData?.meant
  const wantsNews = actionData?.values.news !== undefined
  return (
    <form className="stack" method="post" action={href('/buy/:slug', { slug: material.slug })} noValidate>
      <AccountField />
      <input type="hidden" name="price" value={toPay / 100} />
      <input type="hidden" name="intent" value={actionData?.values.intent === 'invoice' ? 'invoice' : 'pay'} />
      <input type="hidden" name="source" value={actionData?.values.source ?? loaderData.source} />
      {isFree ? (
        <button className="btn go full">{material.files.length > 1 ? 'Get the files' : 'Get the file'}</button>
      ) : meant ? (
        <fieldset className="stack" role="alert">
          <legend>
            Did you mean <b>{meant}</b>?
          </legend>
          {discount && <input type="hidden" name="code" value={discount.code} />}
          {wantsNews && <input type="hidden" name="news" value="on" />}
          <p>You typed {value}. The file and the receipt go to this address.</p>
          <button className="btn lamp full" name="address" value={meant} {...focusOnLoad}>
            Yes, pay with {meant}
          </button>
          <button className="btn full" name="address" value={value}>
            No, pay with {value}
          </button>
          <p>
            <a href={href('/buy/:slug', { slug: material.slug })}>Type another email</a>
          </p>
        </fieldset>
      ) : (
        <>
          <input type="hidden" name="kept" />
          {/* The first button is pressed by Enter in the email. */}
          <button className="sr" tabIndex={-1} aria-hidden="true">
            Pay
          </button>
          <DiscountField discount={discount} priceKobo={material.price * 100} {...code} />
          <TextField
            label="Your email"
            {...fields.email}
            type="email"
            autoComplete="email"
            inputMode="email"
            {...(value === '' && code.error === undefined && focusOnLoad)}
            hint={
              <>
                {/* The script shows it instead of the hint, so that Pay does not move under a thumb. */}
                <span className="typo" role="status" hidden>
                  <span>
                    Did you mean <b />?
                  </span>
                  <button className="btn" type="button">
                    Use it
                  </button>
                </span>
                <span>The file goes here. You need no account.</span>
              </>
            }
            defaultValue={value}
          />
          {toPay !== 0 ? (
            <TickField
              label={NEWSLETTER_CONSENT}
              hint="Each has a link that ends them."
              name="news"
              value="on"
              defaultChecked={wantsNews}
            />
          ) : (
            wantsNews && <input type="hidden" name="news" value="on" />
          )}
          {toPay === 0 ? (
            <button className="btn lamp full">{material.files.length > 1 ? 'Get the files free' : 'Get the file free'}</button>
          ) : (
            <>
              <button className="btn lamp full">Pay {formatKobo(toPay)}</button>
              <p className="small soft">On the next page: card, bank transfer or USSD, by Paystack.</p>
              <p>
                <button className="btn bare" name="intent" value="invoice">
                  My school or employer pays: make an invoice
                </button>
              </p>
            </>
          )}
        </>
      )}
    </form>
  )
}
