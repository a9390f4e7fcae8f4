import { useState } from 'react'
import { Form, href, Link, useNavigation } from 'react-router'
import * as v from 'valibot'
import { rejectWith, sentences } from '#app/features/console/action-result.ts'
import { isBulkResult } from '#app/features/console/bulk.ts'
import { BulkOutcome } from '#app/features/console/bulk-bar.tsx'
import { listInAddress, selectionInAddress } from '#app/features/console/bulk.server.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import {
  formatPriceChange,
  getNewPrice,
  MAX_PRICE,
  parsePriceChange,
  type PriceChange,
  type PriceWay,
  priceWays,
} from '#app/features/materials/prices.ts'
import { changePrices, changeSelectedPrices, readPrices } from '#app/features/materials/prices.server.ts'
import { line, oneOf } from '#app/platform/forms/fields.ts'
import { checkForm, readForm, submittedValues } from '#app/platform/forms/form.server.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { formatPrice } from '#app/platform/text/money.ts'
import { redirectWithToast } from '#app/platform/session/toast.server.ts'
import { AccountField } from '#app/ui/account-field.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import type { Route } from './+types/prices'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

const path = href('/admin/catalogue/materials')

/** Returns the selected materials with their prices, and the address of the list. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const works = await readPrices(admin, selectionInAddress(request, looksLikeUuid))
  if (works.length === 0) {
    throw redirectWithToast(context, listInAddress(request, path), { title: 'Select at least one row.', kind: 'bad' })
  }
  return { works, list: listInAddress(request, path) }
}

const amountOf = (text: string) => Number(text.replaceAll(/[₦,%\s]/g, ''))
const priceForm = v.pipe(
  v.object({ way: oneOf(priceWays, 'Choose how the prices change'), amount: line(20) }),
  v.forward(
    v.check(({ amount }) => amount !== '' && amountOf(amount) > 0, 'A number above 0'),
    ['amount'],
  ),
  v.forward(
    v.check(
      ({ way, amount }) => way !== 'naira' || (Number.isInteger(amountOf(amount)) && amountOf(amount) <= MAX_PRICE),
      'Whole naira, such as 3500, at most 10,000,000',
    ),
    ['amount'],
  ),
)

/** Changes the prices of the materials that the admin saw, or undoes a change: of these, or of the toast's one material. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const admin = requireAdmin(context)
  const form = await readForm(request, context)
  const submitted = submittedValues(form)
  const ofToast = parsePriceChange(url.searchParams.get('change'))
  if (submitted.intent === 'undo') {
    return ofToast ? undoOne(ofToast) : changeSelectedPrices(admin, readChanges('id'), 'changed back')
  }
  const { values, errors } = checkForm(priceForm, submitted)
  if (errors) {
    return rejectWith(submitted)(sentences.fields, 400, errors)
  }
  const { way } = values
  const amount = amountOf(values.amount)
  const seen = readChanges('seen')
  const changes = seen.flatMap(({ id, old_price }) => {
    const price = getNewPrice(old_price, way, amount)
    return price === null ? [] : [{ id, old_price, price }]
  })
  const left = seen.filter(({ id }) => changes.every((change) => change.id !== id)).map(({ id }) => id)
  const refused = left.length > 0 ? await readPrices(admin, left) : []
  return changeSelectedPrices(
    admin,
    changes,
    way === 'naira' ? `changed to ${formatPrice(amount)}` : `changed, ${way} by ${amount}%`,
    refused.map(({ id, title, price }) => ({
      id,
      name: title,
      reason: price === 0 ? 'it has no price yet' : 'that is no possible price',
    })),
  )

  function readChanges(name: string): PriceChange[] {
    return form.getAll(name).flatMap((text) => parsePriceChange(text) ?? [])
  }

  async function undoOne(change: PriceChange) {
    const [outcome] = await changePrices(admin, [change]).catch(orLog('Could not undo a price', []))
    return redirectWithToast(
      context,
      `${path}/${change.id}`,
      outcome?.reason === null
        ? { title: 'Undone', text: `The price is ${formatPrice(change.price)} again.` }
        : { title: 'Not undone', text: 'The price was changed since then, or it could not be saved.', kind: 'bad' },
    )
  }
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Change price', description: 'Admin console.', index: false })

export default function Prices({ loaderData: { works, list }, actionData }: Route.ComponentProps) {
  const rejected = actionData && !isBulkResult(actionData) ? actionData : undefined
  const hasChanged = isBulkResult(actionData) && actionData.bulk.hasChanged
  const onSelar = works.filter(({ selar_link }) => selar_link !== null).length
  return (
    <section className="stack admin-section">
      <nav className="crumb" aria-label="Where you are">
        <Link to={list}>Materials</Link>
      </nav>
      <h1>{works.length === 1 ? 'Change the price' : `Change ${works.length} prices`}</h1>
      <BulkOutcome result={actionData} />
      {hasChanged && (
        <p>
          <Link className="btn" to={list}>
            Back to the materials
          </Link>
        </p>
      )}
      <PriceForm
        key={hasChanged ? actionData.at : ''}
        works={works}
        values={rejected?.values ?? {}}
        errors={rejected?.errors ?? {}}
      />
      <p className="small soft">
        The student of a work on the site is emailed ten minutes after the last change.
        {onSelar > 0 && ` ${onSelar === 1 ? 'One work is' : `${onSelar} works are`} paid on Selar: change the price there too.`}
      </p>
    </section>
  )
}

type FormProps = {
  works: Route.ComponentProps['loaderData']['works']
  values: Readonly<Record<string, string>>
  errors: Readonly<Record<string, string>>
}

/** The form, and the works with their prices, beside which a script shows the new ones. */
function PriceForm({ works, values, errors }: FormProps) {
  const [way, setWay] = useState(values.way ?? 'naira')
  const [amount, setAmount] = useState(values.amount ?? '')
  const isBusy = useNavigation().state !== 'idle'
  const number = amountOf(amount)
  const preview = (price: number) => (number > 0 ? getNewPrice(price, way as PriceWay, number) : price)
  return (
    <Form method="post" className="stack record" preventScrollReset noValidate>
      <AccountField />
      <SelectField
        label="Change"
        name="way"
        options={priceWays}
        defaultValue={values.way ?? 'naira'}
        error={errors.way}
        required
        onChange={({ currentTarget }) => setWay(currentTarget.value)}
      />
      <TextField
        label={way === 'naira' ? 'New price in naira' : 'Percent'}
        name="amount"
        inputMode={way === 'naira' ? 'numeric' : 'decimal'}
        autoComplete="off"
        maxLength={20}
        defaultValue={values.amount}
        error={errors.amount}
        hint={
          way === 'naira' ? 'Commas allowed. To make a work free, type 0 on its own page.' : 'Such as 10. Rounded to whole naira.'
        }
        required
        onInput={({ currentTarget }) => setAmount(currentTarget.value)}
      />
      <ul className="lines">
        {works.map(({ id, title, price }) => (
          <li key={id}>
            <div>
              <p className="long">{title}</p>
              <p className="small soft">{describeChange(price, preview(price))}</p>
            </div>
            <input type="hidden" name="seen" value={formatPriceChange({ id, old_price: price, price })} />
          </li>
        ))}
      </ul>
      <p>
        <button className="btn go" name="intent" value="price" disabled={isBusy}>
          {works.length === 1 ? 'Change the price' : `Change ${works.length} prices`}
        </button>
      </p>
    </Form>
  )
}

/** Says a price, and what it becomes. */
function describeChange(price: number, changed: number | null): string {
  if (changed === null) {
    return `${formatPrice(price)}, stays`
  }
  return changed === price ? formatPrice(price) : `${formatPrice(changed)} instead of ${formatPrice(price)}`
}
