import { href, data, redirect, useNavigation } from 'react-router'
import { isCompleteAccountNumber } from '../features/profiles/account-number.ts'
import { accountNumberWarning } from '../features/profiles/banks.ts'
import { bankOptions, ownAccountPending } from '../features/profiles/save-bank-details.server.ts'
import { ownBankDetails, ownProfile, masked } from '../features/profiles/queries.server.ts'
import { usualPrices } from '../features/materials/queries.server.ts'
import { failureResponse } from '../features/uploads/check-upload.ts'
import { deleteDraft } from '../features/uploads/draft.ts'
import { readArrivedFile } from '../features/uploads/file-values.server.ts'
import {
  findRejectedUpload,
  ownMaterials,
  type OwnMaterial,
  ownUploads,
  ownWorkFigures,
  type WorkFigures,
} from '../features/uploads/queries.server.ts'
import { receiveUpload } from '../features/uploads/receive-upload.server.ts'
import { moneyRules } from '../features/earnings/queries.server.ts'
import { firstRules, withRules } from '../features/earnings/rules.ts'
import { UploadForm } from '../features/uploads/upload-form.tsx'
import { listedUpload, publicHolidays } from '../features/uploads/shown-uploads.server.ts'
import { LoadingUploads, UploadList, WaitingUploads } from '../features/uploads/upload-list.tsx'
import { FIRST_YEAR_MAX, lastUploadYear } from '../features/uploads/upload-year.server.ts'
import { usualPricesByCategory } from '../features/uploads/usual-prices.ts'
import { agreement, uploadSent } from '../features/uploads/labels.ts'
import { visitorClient } from '#app/services/backend.server.ts'
import { siteContext } from '#app/services/site.server.ts'
import type { Handle } from '../platform/pages/handle.ts'
import { looksLikeUuid } from '../platform/pages/keys.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import { consumeRateLimit } from '../platform/limits/limits.server.ts'
import { type CurrentUser, requireUser } from '../platform/session/session.server.ts'
import { presentValue } from '../platform/pages/deferred.ts'
import { orDefault, defer } from '../platform/pages/deferred.server.ts'
import { redirectWithToast } from '../platform/session/toast.server.ts'
import { DeferredContent } from '../ui/deferred-content.tsx'
import type { Route } from './+types/upload-materials'

export const handle: Handle = { hydrate: true }

export async function loader({ request, context }: Route.LoaderArgs) {
  const user = requireUser(context)
  const visitor = visitorClient(context)
  const profile = ownProfile(user).catch(orLog('Could not read a profile', null))
  const uploads = profile.then(async (own) => {
    if (!own) {
      throw new Error('User profile not found')
    }
    const [rows, holidays, materials, figures, rules] = await Promise.all([
      ownUploads(user, own.id),
      publicHolidays(visitor),
      ownMaterials(user, own.id).catch(orLog('Could not read the materials of uploads', new Map<string, OwnMaterial>())),
      ownWorkFigures(user).catch(orLog('Could not read the sales of works', new Map<string, WorkFigures>())),
      moneyRules(visitor),
    ])
    const about = { holidays, rules, siteUrl: context.get(siteContext).url }
    return rows.map((row) => listedUpload(row, { material: materials.get(row.id), figures: figures.get(row.id) }, about))
  })
  const bank = profile.then((own) => own && ownBankDetails(user, own.id))
  // The form does not wait for data that only save typing.
  const earlier = findEarlierFile(request, context, user).catch(orLog('Could not read a file for the upload form', null))
  const corrects = new URL(request.url).searchParams.get('corrects') ?? ''
  const rejected = looksLikeUuid(corrects)
    ? profile
        .then((own) => own && findRejectedUpload(user, own.id, corrects))
        .catch(orLog('Could not read a rejected upload', null))
    : null
  const [list, arrived, rejectedUpload, yearMax, prices, rules, institution, account, banks] = await Promise.all([
    defer(request, uploads),
    earlier,
    rejected,
    orDefault(request, lastUploadYear(visitor), FIRST_YEAR_MAX),
    orDefault(request, usualPrices(visitor), []),
    orDefault(request, moneyRules(visitor), firstRules),
    orDefault(
      request,
      profile.then((own) => own?.Institition ?? ''),
      '',
    ),
    orDefault(request, bank, null),
    bankOptions(context),
  ])
  return {
    uploads: list,
    earlier: arrived,
    corrected: rejectedUpload && {
      values: rejectedUpload.values,
      note: `For "${rejectedUpload.title}", which was not approved. What you wrote then is filled in: choose the corrected file, check the rest, then send it.`,
    },
    yearMax,
    prices: usualPricesByCategory(prices, rules),
    share: withRules('{share}', rules),
    describeShare: withRules('{Half} of every sale', rules),
    offer: withRules('{Half} of every sale is yours. Answer in 3-5 business days. Paid on {payout_day}s.', rules),
    agreement: `By sending it you say: ${withRules(agreement.terms, rules)}`,
    // Identifies this form, so that posting it twice creates one upload.
    formId: crypto.randomUUID(),
    known: {
      account: user.userId,
      email: user.email,
      institution,
      bank:
        account?.account_number && isCompleteAccountNumber(account.account_number)
          ? `${account.bank_name ?? 'your bank'} ${masked(account.account_number)}`
          : null,
      banks: banks.options,
      asksName: !banks.isListed,
    },
  }
}

/** Returns the file that the address names with what it states, or null. */
async function findEarlierFile(request: Request, context: Route.LoaderArgs['context'], user: CurrentUser) {
  const uploadSession = new URL(request.url).searchParams.get('file')
  if (!uploadSession || (await consumeRateLimit(context, 'file-values')).rejection) {
    return null
  }
  const read = await readArrivedFile(context, user, { uploadSession }, await lastUploadYear(visitorClient(context)))
  return read?.reason === null ? { stored: read.stored, values: read.values } : null
}

export async function action({ request, context }: Route.ActionArgs) {
  const user = requireUser(context)
  const outcome = await receiveUpload(request, context, user, await lastUploadYear(visitorClient(context)))
  if ('result' in outcome) {
    const { result, status } = outcome
    if (status === 303 && result.stored) {
      return redirect(`${href('/upload-materials')}?file=${result.stored.id}#what-it-is`, 303)
    }
    return data(result, { status, headers: status === 413 ? { connection: 'close' } : {} })
  }
  const { bank_name = '', account_number = '' } = outcome.fields
  const asked =
    account_number !== '' && (await ownAccountPending(user).catch(orLog('Could not check for unconfirmed bank details', null)))
  const nameMismatch = asked ? null : accountNumberWarning(bank_name.trim(), account_number.replaceAll(/\s/g, ''))
  return redirectWithToast(context, asked ? href('/dashboard/account') : href('/upload-materials'), {
    title: uploadSent,
    ...(nameMismatch ? { text: nameMismatch } : {}),
  })
}

/**
 * Calls the action; the connection may fail. After success the draft on the phone is removed; without a response it is
 * retained.
 */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await serverAction()
  } catch (error) {
    // Only a successful form redirects here; others may redirect to the sign-in page.
    if (
      error instanceof Response &&
      [href('/upload-materials'), href('/dashboard/account')].includes(error.headers.get('location') ?? '')
    ) {
      deleteDraft()
    }
    return failureResponse(error)
  }
}

export const meta: Route.MetaFunction = () =>
  pageMeta({
    title: 'Upload Materials',
    description: 'Sell your nursing project and keep your share of every sale.',
    index: false,
  })

export default function UploadMaterials({
  loaderData: { uploads, earlier, corrected, known, yearMax, prices, formId, share, describeShare, offer, agreement: agreed },
  actionData,
}: Route.ComponentProps) {
  const loading = useNavigation().state === 'loading'
  return (
    <>
      <h1>Upload &amp; Sell Your Materials</h1>
      <p>{offer}</p>
      <DeferredContent of={uploads} skeleton={null}>
        {(list) => <WaitingUploads uploads={list} />}
      </DeferredContent>
      <div className="split">
        {/* A new key creates a new form, so the fields are empty after success. */}
        <UploadForm
          key={presentValue(uploads)?.[0]?.id ?? 'first'}
          result={actionData ?? null}
          earlier={earlier}
          corrected={corrected}
          formId={formId}
          known={known}
          uploads={uploads}
          prices={prices}
          agreement={agreed}
          yearMax={yearMax}
        />
        <section aria-labelledby="your-uploads" aria-busy={loading}>
          <h2 id="your-uploads">Your Uploaded Materials</h2>
          {loading && <LoadingUploads />}
          <DeferredContent of={uploads} skeleton={<LoadingUploads />}>
            {(list) => <UploadList uploads={list} />}
          </DeferredContent>
        </section>
      </div>
      <ul className="perks">
        <li>
          <h2 className="h3 lit-up">{share} Commission</h2>
          <p className="small soft">{describeShare}, paid to your bank account.</p>
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
    </>
  )
}
