import { data, redirect, useNavigation } from 'react-router'
import { ownBankDetails, ownProfile, masked } from '../features/profiles/queries.server.ts'
import { settings } from '../features/site/queries.server.ts'
import { answerOf, fieldReasons, fileReason } from '../features/uploads/check-upload.ts'
import { sendForReview, whyNotTaken } from '../features/uploads/commands.server.ts'
import { ownUploads } from '../features/uploads/queries.server.ts'
import { receiveForm } from '../features/uploads/receive-form.server.ts'
import { uploadForm } from '../features/uploads/schema.ts'
import { UploadForm } from '../features/uploads/upload-form.tsx'
import { UploadList } from '../features/uploads/upload-list.tsx'
import { words } from '../features/uploads/words.ts'
import { siteContext, visitorClient } from '../platform/backend.server.ts'
import type { Handle } from '../platform/handle.ts'
import { giveTurnBack, takeTurn } from '../platform/limits.server.ts'
import { pageMeta } from '../platform/page-meta.ts'
import { type Person, personContext } from '../platform/session.server.ts'
import { toastCookie } from '../platform/toast.server.ts'
import { parse } from 'valibot'
import type { Route } from './+types/upload-materials'

export const handle: Handle = { hydrate: true }

export async function loader({ context }: Route.LoaderArgs) {
  const person = signedIn(context.get(personContext))
  const [profile, yearMax] = await Promise.all([ownProfile(person).catch(() => null), lastYear(context)])
  const [uploads, bank] = profile
    ? await Promise.all([ownUploads(person, profile.id).catch(() => null), ownBankDetails(person, profile.id).catch(() => null)])
    : [null, null]
  return {
    uploads,
    yearMax,
    known: {
      email: person.email,
      institution: profile?.Institition ?? '',
      bank: bank?.account_number ? `${bank.bank_name ?? 'your bank'} ${masked(bank.account_number)}` : null,
    },
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const person = signedIn(context.get(personContext))
  const yearMax = await lastYear(context)
  const { refusal } = await takeTurn(context, 'upload')
  const received = await receiveForm(request, context.get(siteContext).receivingDirectory, (fields, name) => {
    return refusal === null && Object.keys(fieldReasons(fields, yearMax)).length === 0 && fileReason({ name, size: 1 }) === null
  }).catch(() => null)
  if (!received) {
    return data(answerOf({ file: 'The file did not arrive whole. Check your connection and send it again' }, {}), { status: 400 })
  }
  const { fields, file, fileName, tooLarge } = received
  try {
    if (refusal) {
      return data(answerOf({ file: refusal }, fields), { status: 429 })
    }
    const errors = fieldReasons(fields, yearMax)
    const reason = tooLarge
      ? 'This file is larger than 50 MB. Save it with smaller pictures, or as PDF'
      : file
        ? await whyNotTaken(file)
        : fileReason(fileName ? { name: fileName, size: 1 } : null)
    if (reason) {
      errors.file = reason
    }
    if (!file || Object.keys(errors).length > 0) {
      return data(answerOf(errors, fields), { status: tooLarge ? 413 : 400, headers: tooLarge ? { connection: 'close' } : {} })
    }
    await sendForReview(context, person, parse(uploadForm(yearMax), fields), file)
  } catch (error) {
    await giveTurnBack(context)
    console.error(`An upload failed: ${error instanceof Error ? error.message : String(error)}`)
    return data({ ...answerOf({}, fields), headline: words.failed }, { status: 502 })
  } finally {
    await received.discard()
  }
  return redirect('/upload-materials', {
    status: 303,
    headers: { 'set-cookie': toastCookie(context, { title: words.sent, kind: 'good' }) },
  })
}

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Upload Materials', description: 'Sell your nursing project and keep half of every sale.', index: false })

export default function UploadMaterials({ loaderData: { uploads, known, yearMax }, actionData }: Route.ComponentProps) {
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
        <UploadForm key={uploads?.[0]?.id ?? 'first'} answer={actionData ?? null} known={known} yearMax={yearMax} />
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
