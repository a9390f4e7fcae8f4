import { data, redirect, useNavigation } from 'react-router'
import { ownBankDetails, ownProfile, masked } from '../features/profiles/queries.server.ts'
import { settings } from '../features/site/queries.server.ts'
import { usualPrices } from '../features/materials/queries.server.ts'
import { answerOf } from '../features/uploads/check-upload.ts'
import { forgetDraft } from '../features/uploads/draft.ts'
import { ownUploads } from '../features/uploads/queries.server.ts'
import { takeUpload } from '../features/uploads/take-upload.server.ts'
import { UploadForm } from '../features/uploads/upload-form.tsx'
import { UploadList } from '../features/uploads/upload-list.tsx'
import { words } from '../features/uploads/words.ts'
import { visitorClient } from '../platform/backend.server.ts'
import type { Handle } from '../platform/handle.ts'
import { pageMeta } from '../platform/page-meta.ts'
import { type Person, personContext } from '../platform/session.server.ts'
import { toastCookie } from '../platform/toast.server.ts'
import type { Route } from './+types/upload-materials'

export const handle: Handle = { hydrate: true }

export async function loader({ context }: Route.LoaderArgs) {
  const person = signedIn(context.get(personContext))
  const [profile, yearMax, prices] = await Promise.all([
    ownProfile(person).catch(() => null),
    lastYear(context),
    usualPrices(visitorClient(context)).catch(() => []),
  ])
  const [uploads, bank] = profile
    ? await Promise.all([ownUploads(person, profile.id).catch(() => null), ownBankDetails(person, profile.id).catch(() => null)])
    : [null, null]
  return {
    uploads,
    yearMax,
    prices,
    known: {
      account: person.userId,
      email: person.email,
      institution: profile?.Institition ?? '',
      bank: bank?.account_number ? `${bank.bank_name ?? 'your bank'} ${masked(bank.account_number)}` : null,
    },
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const person = signedIn(context.get(personContext))
  const refused = await takeUpload(request, context, person, await lastYear(context))
  if (refused) {
    const { answer, status } = refused
    return data(answer, { status, headers: status === 413 ? { connection: 'close' } : {} })
  }
  return redirect('/upload-materials', {
    status: 303,
    headers: { 'set-cookie': toastCookie(context, { title: words.sent, kind: 'good' }) },
  })
}

/** The same, with a line that may fail: a form that was taken is forgotten on the phone, one whose answer never came stays as it is. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await serverAction()
  } catch (error) {
    if (error instanceof Response) {
      forgetDraft()
      throw error
    }
    const file = 'The connection was lost before the answer came. Send it again; what has arrived is not sent twice'
    return { ...answerOf({ file }, {}), headline: words.failed }
  }
}

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Upload Materials', description: 'Sell your nursing project and keep half of every sale.', index: false })

export default function UploadMaterials({ loaderData: { uploads, known, yearMax, prices }, actionData }: Route.ComponentProps) {
  const navigation = useNavigation()
  return (
    <>
      <div className="stack">
        <h1>Upload &amp; Sell Your Materials</h1>
        <ul className="perks">
          <li>
            <h2 className="h3 lit-up">50% Commission</h2>
            <p className="small soft">Half of every sale, paid to your bank account.</p>
          </li>
          <li>
            <h2 className="h3">Quick Review</h2>
            <p className="small soft">Feedback within 3-5 business days.</p>
          </li>
          <li>
            <h2 className="h3">Quality Assured</h2>
            <p className="small soft">A reviewer reads every work before it goes on sale.</p>
          </li>
        </ul>
      </div>
      <div className="split">
        {/* A new key is a new form: after a success the fields are clear again. */}
        <UploadForm
          key={uploads?.[0]?.id ?? 'first'}
          answer={actionData ?? null}
          known={known}
          seen={uploads ?? []}
          prices={prices}
          yearMax={yearMax}
        />
        <UploadList uploads={uploads} loading={navigation.state === 'loading'} />
      </div>
    </>
  )
}

async function lastYear(context: Route.LoaderArgs['context']): Promise<number> {
  const { year_max } = await settings(visitorClient(context), 'uploads')
  return Number(year_max) || 2024
}

/** The guard of signed-in.tsx has run; this says so to the compiler, and to whoever moves the route. */
function signedIn(person: Person | null): Person {
  if (!person) {
    throw new Error('User not authenticated')
  }
  return person
}
