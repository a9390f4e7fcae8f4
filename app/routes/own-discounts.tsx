import { data, href } from 'react-router'
import {
  createOwnDiscount,
  ownDiscountForm,
  ownDiscounts,
  ownSoldWorks,
  stopOwnDiscount,
} from '../features/discounts/own.server.ts'
import { codeText, describeOwnCode, exampleOf, MAX_OWN_PERCENT } from '../features/discounts/own-labels.ts'
import { linkWithCode } from '#app/services/discount-code.ts'
import { ownProfile } from '../features/profiles/queries.server.ts'
import { settings } from '../features/settings/queries.server.ts'
import { checkForm, readForm, submittedValues } from '../platform/forms/form.server.ts'
import { looksLikeUuid } from '../platform/pages/keys.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { orUnavailable } from '../platform/pages/unavailable.server.ts'
import { requireUser } from '../platform/session/session.server.ts'
import { redirectWithToast, type ToastMessage } from '../platform/session/toast.server.ts'
import { logFailure } from '#app/platform/log/failures.server.ts'
import { dayInLagos } from '../platform/text/dates.ts'
import { visitorClient } from '#app/services/backend.server.ts'
import { siteContext } from '#app/services/site.server.ts'
import { AccountField } from '../ui/account-field.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorSummary, TextField } from '../ui/field.tsx'
import type { Route } from './+types/own-discounts'

/** The example of the page, in percent. */
const EXAMPLE_PERCENT = 20

export async function loader({ context }: Route.LoaderArgs) {
  const user = requireUser(context)
  const [profile, { student_codes }] = await Promise.all([
    orUnavailable(context, ownProfile(user)),
    settings(visitorClient(context), 'orders'),
  ])
  const [codes, works] = profile
    ? await orUnavailable(context, Promise.all([ownDiscounts(user), ownSoldWorks(user, profile.id)]))
    : [[], []]
  const [first] = works
  const link = new URL(context.get(siteContext).url).origin
  return {
    isAllowed: student_codes === 'on',
    works,
    example: first ? exampleOf(first, EXAMPLE_PERCENT) : null,
    codes: codes.map((line) => {
      const work = works.find(({ title }) => title === line.title) ?? (works.length === 1 ? first : undefined)
      const path = work ? href('/material-preview/:key', { key: work.slug }) : href('/marketplace')
      const isEnded = line.is_stopped || (line.last_day !== null && line.last_day < dayInLagos(new Date()))
      return { ...line, isEnded, text: codeText(line, linkWithCode(link, path, line.code)) }
    }),
  }
}

/** Creates a code of the user, or ends one. */
export async function action({ request, context }: Route.ActionArgs) {
  const user = requireUser(context)
  const form = await readForm(request, context)
  const stop = form.get('stop')
  const failed = 'It was not saved. Please try again in a minute.'
  if (typeof stop === 'string') {
    return redirectWithToast(context, href('/dashboard/discount-codes'), await end(stop))
  }
  const values = submittedValues(form)
  const checked = checkForm(ownDiscountForm, values)
  if (checked.errors) {
    return data({ text: 'Check the fields marked below.', values, errors: checked.errors }, { status: 400 })
  }
  const refuse = (text: string, status: number) => data({ text, values, errors: {} }, { status })
  try {
    const code = await createOwnDiscount(user, checked.values)
    return code === null
      ? refuse('Ten codes are in use. Stop one that you no longer need.', 409)
      : redirectWithToast(context, href('/dashboard/discount-codes'), { title: `${code} works`, kind: 'good' })
  } catch (error) {
    logFailure('Could not create a discount code of a student', error)
    return refuse(failed, 502)
  }

  async function end(code: string): Promise<ToastMessage> {
    try {
      return looksLikeUuid(code) && (await stopOwnDiscount(user, code))
        ? { title: 'The code is stopped', text: 'Buyers who are paying keep their price.', kind: 'good' }
        : { title: 'Nothing was changed', text: 'The code was stopped before.', kind: 'bad' }
    } catch (error) {
      logFailure('Could not stop a discount code of a student', error)
      return { title: 'Nothing was changed', text: failed, kind: 'bad' }
    }
  }
}

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Your discount codes', description: 'Make your works cheaper for people you choose.', index: false })

export default function OwnDiscounts({ loaderData, actionData }: Route.ComponentProps) {
  const { isAllowed, works, example, codes } = loaderData
  return (
    <div className="narrow stack">
      <nav className="crumb" aria-label="Where you are">
        <a href={href('/dashboard/earnings')}>Earnings</a>
      </nav>
      <h1>Your discount codes</h1>
      {isAllowed ? (
        <>
          <p>
            A code makes your works cheaper for people you give it to. What it takes off comes from your share, and at least a
            tenth of the price stays yours.
          </p>
          {example && <p className="small soft">For example: {example}</p>}
        </>
      ) : (
        <p>
          Discount codes are not offered at the moment
          {codes.length > 0 ? ', and those you had take nothing off.' : '.'}
        </p>
      )}
      <ErrorSummary error={actionData} />
      {codes.length > 0 && (
        <ul className="lines">
          {codes.map((code) => (
            <li key={code.id} className="stack">
              <span className="name">
                <b>{code.code}</b>{' '}
                {code.isEnded && <span className="badge pending">{code.is_stopped ? 'stopped' : 'ended'}</span>}
              </span>
              <span className="small">{describeOwnCode(code)}</span>
              {!code.isEnded && (
                <form className="row" method="post">
                  <AccountField />
                  <a className="btn" href={`https://wa.me/?text=${encodeURIComponent(code.text)}`}>
                    Send by WhatsApp
                  </a>
                  <button className="btn bare no" name="stop" value={code.id} aria-label={`Stop ${code.code}`}>
                    Stop
                  </button>
                </form>
              )}
            </li>
          ))}
        </ul>
      )}
      {isAllowed && (works.length > 0 ? <NewCode works={works} {...actionData} /> : <NoWorkYet />)}
    </div>
  )
}

function NoWorkYet() {
  return (
    <EmptyState
      title="No work of yours is sold here yet"
      hint="Codes are for works that buyers pay on this site. They begin when one of yours is approved and on sale."
    >
      <a className="btn go" href={href('/upload-materials')}>
        Upload Materials
      </a>
    </EmptyState>
  )
}

type Works = Route.ComponentProps['loaderData']['works']

function NewCode({
  works,
  values,
  errors,
}: {
  works: Works
  values?: Readonly<Record<string, string>>
  errors?: Readonly<Record<string, string>>
}) {
  return (
    <form className="card stack" method="post" noValidate>
      <AccountField />
      <h2>A new code</h2>
      <TextField
        label={`Percent off, from 1 to ${MAX_OWN_PERCENT}`}
        name="percent"
        inputMode="numeric"
        required
        defaultValue={values?.percent}
        error={errors?.percent}
      />
      {works.length > 1 && (
        <p className="field">
          <label htmlFor="work">For</label>
          <select id="work" name="work" defaultValue={values?.work}>
            <option value="">All your works</option>
            {works.map(({ slug, title }) => (
              <option key={slug} value={slug}>
                {title}
              </option>
            ))}
          </select>
        </p>
      )}
      <TextField
        label="Last day"
        name="last_day"
        type="date"
        optional
        hint="Until midnight in Lagos."
        defaultValue={values?.last_day}
        error={errors?.last_day}
      />
      <TextField
        label="Limit of uses"
        name="max_uses"
        inputMode="numeric"
        optional
        hint="Each email address uses it once."
        defaultValue={values?.max_uses}
        error={errors?.max_uses}
      />
      <p>
        <button className="btn go">Create the code</button>
      </p>
    </form>
  )
}
