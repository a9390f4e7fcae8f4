import { useEffect } from 'react'
import { href, Link, useFetcher } from 'react-router'
import { useActResult } from '#app/features/console/act-form.tsx'
import type { ActionResult } from '#app/features/console/action-result.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { moneyRules } from '#app/features/earnings/queries.server.ts'
import { AdminLink } from '#app/features/console/admin-link.tsx'
import { studentAddress } from '#app/features/console/person-addresses.ts'
import { Checks } from '#app/features/reviews/checks.tsx'
import { Approve, Decided, OtherDecisions } from '#app/features/reviews/decisions.tsx'
import { DueBadge } from '#app/features/console/due-badge.tsx'
import { FileMetadata, EarlierUploadsList, StudentsWords } from '#app/features/reviews/file-details.tsx'
import { UploadPages } from '#app/features/reviews/upload-pages.tsx'
import { getBuyers, findReview, earlierUploads, nextUpload } from '#app/features/reviews/queries.server.ts'
import { publicHolidays } from '#app/features/uploads/shown-uploads.server.ts'
import { describeThread } from '#app/features/uploads/review-thread.ts'
import { statusBadge } from '#app/features/uploads/labels.ts'
import { visitorClient } from '#app/services/backend.server.ts'
import { siteContext } from '#app/services/site.server.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import { dayInLagos, formatMoment } from '#app/platform/text/dates.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import { notFound } from '#app/platform/pages/not-found.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { AccountField } from '#app/ui/account-field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Thread } from '#app/ui/thread.tsx'
import type { Route } from './+types/review'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'
export { rejectOutdatedForm as action } from '#app/platform/forms/refused-form.server.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const review = looksLikeUuid(params.id)
    ? await findReview(admin, params.id, await publicHolidays(visitorClient(context)))
    : null
  if (!review) {
    throw notFound('Upload not found', 'Its student may have withdrawn it, or the address is incomplete.', {
      to: href('/admin/reviews'),
      label: 'Back to the reviews',
    })
  }
  return {
    review,
    seen: await earlierUploads(admin, params.id).catch(orLog('Could not check for duplicate uploads', null)),
    buyers: await getBuyers(admin, params.id).catch(orLog('Could not count the buyers of a work', null)),
    next: await nextUpload(admin, params.id).catch(orLog('Could not find the next upload', null)),
    today: dayInLagos(new Date()),
    /** These values are for the approval form. */
    sellsHere: context.get(siteContext).orders !== null,
    sharePercent: (await moneyRules(visitorClient(context))).sharePercent,
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta({
    title: (loaderData as { review?: { upload: { title: string } } } | undefined)?.review?.upload.title ?? 'Review',
    description: 'Admin console.',
    index: false,
  })

export default function ReviewPage({
  loaderData: { review, seen, buyers, next, today, sharePercent, sellsHere },
  params,
}: Pick<Route.ComponentProps, 'loaderData' | 'params'>) {
  const { upload, material, student } = review
  const isPending = upload.upload_status === 'pending'
  const badge = statusBadge(upload.upload_status)
  const unread = review.read === null && upload.file_removed_at === null
  const input = useActResult()
  const readFile = href('/admin/reviews/:id/read-file', params)
  const reader = useFetcher<ActionResult | null>({ key: `read-${params.id}-${upload.file_replaced_at ?? ''}` })
  const { submit, state, data: result = input?.act === 'read-file' ? input : undefined } = reader
  // The page tries once per file; after a failure the button tries again.
  useEffect(() => {
    if (unread && state === 'idle' && result === undefined) {
      void submit(null, { method: 'post', action: readFile })
    }
  }, [unread, state, result, submit, readFile])
  const sameFile = seen?.find(({ kind, same_file, same_student }) => kind === 'upload' && same_file && !same_student)
  return (
    <div className="stack">
      <nav className="crumb" aria-label="Where you are">
        <Link to={href('/admin/reviews')}>Reviews</Link>
      </nav>
      <div className="stack">
        <h1 className="long">{upload.title}</h1>
        <p className="row">
          <span className={`badge ${badge.look}`}>
            <Icon name={badge.icon} />
            {badge.label}
          </span>
          <DueBadge due={review.due} today={today} />
          {upload.upload_status === 'pending' && !review.due && <span className="small">Waiting for the student.</span>}
          {material && <MaterialState material={material} />}
          <span className="small soft">
            {student.id ? <AdminLink to={studentAddress(student.id)}>{student.name}</AdminLink> : student.name}
            {student.school && `, ${student.school}`} · sent {formatMoment(upload.created_at)}
            {upload.file_replaced_at && ` · file replaced ${formatMoment(upload.file_replaced_at)}`}
          </span>
        </p>
        {(!isPending || !review.due) && <NextUpload next={next} />}
      </div>
      <div className="split review">
        <div className="stack">
          <UploadPages review={review} />
        </div>
        <div className="stack">
          <FileMetadata review={review} reading={state !== 'idle'} />
          {unread && state === 'idle' && result !== undefined && (
            <reader.Form method="post" action={readFile} className="row">
              <AccountField />
              <span className="note">{result?.text ?? 'The file could not be read.'}</span>
              <button className="btn">Read it again</button>
            </reader.Form>
          )}
          {unread && result === undefined && (
            <noscript>
              <form method="post" action={readFile}>
                <AccountField />
                <button className="btn">Read the file</button>
              </form>
            </noscript>
          )}
          <EarlierUploadsList seen={seen} />
          <StudentsWords review={review} />
          {review.messages.length > 0 && (
            <section className="stack" aria-labelledby="messages">
              <h2 id="messages">Messages</h2>
              <Thread messages={describeThread(review.messages, 'reviewer')} />
            </section>
          )}
          {isPending ? (
            <>
              <Checks review={review} sameFile={sameFile} />
              <OtherDecisions review={review} result={input} buyers={buyers} />
              <Approve
                // The details of the file are filled in once they have been read.
                key={review.read?.at ?? 'unread'}
                review={review}
                result={input}
                sharePercent={sharePercent}
                sellsHere={sellsHere}
                hasSameFile={sameFile !== undefined}
              />
            </>
          ) : (
            <Decided review={review} result={input} />
          )}
          {input && (
            <p>
              <a className="btn" href={href('/admin/reviews/:id', { id: params.id })}>
                Look again
              </a>
            </p>
          )}
          {!upload.file_removed_at && (
            <section className="stack" aria-labelledby="selar">
              <h2 id="selar">For Selar</h2>
              <p className="small soft">Its file, a cover picture, title, description and price, to make the product with.</p>
              <p>
                <a className="btn" href={href('/admin/reviews/:id/selar-pack', { id: params.id })} download>
                  Selar pack
                </a>
              </p>
            </section>
          )}
        </div>
      </div>
    </div>
  )
}

/** The link to the next upload after a decision, or while this one waits for its student. */
function NextUpload({ next }: { next: { id: string; title: string } | null }) {
  return (
    <p className="row">
      {next ? (
        <Link className="btn go" to={href('/admin/reviews/:id', { id: next.id })} title={next.title}>
          Next upload
        </Link>
      ) : (
        <span className="small">No more uploads.</span>
      )}
      <Link to={href('/admin/reviews')}>All reviews</Link>
    </p>
  )
}

function MaterialState({
  material,
}: {
  material: { id: string; slug: string; published_at: string | null; selar_link: string | null }
}) {
  return material.published_at ? (
    <a href={href('/material-preview/:key', { key: material.slug })} target="_blank" rel="noopener">
      On the marketplace
    </a>
  ) : (
    <span className="small">{material.selar_link ? 'Its material is hidden.' : 'Its material waits for its link.'}</span>
  )
}
