import { useContext } from 'react'
import { href, data, redirect } from 'react-router'
import { rateMaterial, sendComment } from '../features/comments/commands.server.ts'
import { Comments } from '../features/comments/comments.tsx'
import { listComments, ownStars } from '../features/comments/queries.server.ts'
import { commentForm } from '../features/comments/schema.ts'
import { requireAdmin } from '../features/console/require-admin.server.ts'
import { moneyRules } from '../features/earnings/queries.server.ts'
import { findOwnPurchase } from '../features/orders/find-bought.server.ts'
import { CodeNote } from '../features/discounts/code-note.tsx'
import { getCode } from '#app/services/discount-code.ts'
import { findOwnWork } from '../features/orders/find-own-work.server.ts'
import { MainAction, PriceOrOwner } from '../features/orders/main-action.tsx'
import { getCitation } from '../features/materials/citation.ts'
import { SellingContext } from '#app/services/orders.ts'
import { backendContext, filesOrigin, visitorClient } from '#app/services/backend.server.ts'
import { siteContext } from '#app/services/site.server.ts'
import { checkForm, readForm } from '../platform/forms/form.server.ts'
import { refundRateLimit, consumeRateLimit } from '../platform/limits/limits.server.ts'
import { orLog, logFailure } from '#app/platform/log/failures.server.ts'
import { signInPath } from '../platform/session/return-path.ts'
import { deleteSavedValues, saveValues, savedValues } from '../platform/session/saved-values.server.ts'
import { looksLikeUuid } from '../platform/pages/keys.ts'
import { capitalised } from '../platform/text/strings.ts'
import { notFound } from '../platform/pages/not-found.server.ts'
import type { Handle } from '../platform/pages/handle.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { readableHtml } from '../platform/text/readable.server.ts'
import { userContext, unknownSessionContext } from '../platform/session/session.server.ts'
import { toastCookie } from '../platform/session/toast.server.ts'
import { ShopIcon } from '../ui/shop-icon.tsx'
import { getCategory } from '../features/materials/categories.ts'
import { MaterialCard } from '../features/materials/material-card.tsx'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { coverClasses } from '../features/materials/cover-classes.ts'
import { materialStructuredData } from '../features/materials/structured-data.ts'
import { BundleSection, InsteadOf } from '../features/bundles/bundle-section.tsx'
import { findBundles } from '../features/bundles/queries.server.ts'
import { FilesSection } from '../features/materials/files-section.tsx'
import { PagePictures } from '../features/materials/page-pictures.tsx'
import { getMinutes } from '../features/reader/contents.ts'
import { FactsStrip } from '../features/materials/facts-strip.tsx'
import { isOutline, soldWhere } from '../features/materials/sold.ts'
import { Kind } from '../features/materials/kind.tsx'
import { getPreviewSection, wordsIn } from '../features/materials/preview-section.ts'
import {
  described,
  getFacts,
  getOrigin,
  getPoints,
  getShareText,
  getShortDelivery,
  getSummary,
  getUse,
  previewEnd,
} from '../features/materials/labels.ts'
import { StudyDetailsSection } from '../features/materials/study-details-section.tsx'
import { withBuyers } from '../features/materials/buyers.server.ts'
import {
  findFormerMaterial,
  findMaterial,
  findRelated,
  type Material,
  readMaterial,
} from '../features/materials/queries.server.ts'
import { marketplacePath } from '#app/features/search/schema.ts'
import { topicsLike } from '../features/topics/queries.server.ts'
import { TopicsLikeThis } from '../features/topics/similar-topics.tsx'
import { getShare } from '../features/sharing/shared.server.ts'
import * as v from 'valibot'
import { DeferredContent } from '../ui/deferred-content.tsx'
import { Loading, CatalogueSkeleton } from '../ui/skeletons.tsx'
import { defer } from '../platform/pages/deferred.server.ts'
import { orUnavailable } from '../platform/pages/unavailable.server.ts'
import { JsonLd } from '../ui/json-ld.tsx'
import type { Route } from './+types/material'

/** The parameter of the page after a comment was sent. */
const COMMENT_SENT = 'comment-sent'

export const handle: Handle = { styles: 'material', sameForVisitors: true }

export async function loader({ params, request, url, context }: Route.LoaderArgs) {
  const client = visitorClient(context)
  const material = 'id' in params && params.id ? await draftAt(params.id, context) : await materialAt({ params, context })
  const [related, comments, topics, [counted], { refundDays }, bought, ownWork, bundles] = await Promise.all([
    defer(
      request,
      findRelated(client, material).then((cards) => withBuyers(context, cards)),
    ),
    defer(request, listComments(client, material.id)),
    defer(request, topicsLike(client, material)),
    withBuyers(context, [material]),
    moneyRules(client),
    findOwnPurchase(context, material.id),
    findOwnWork(context, material.id),
    findBundles(client, material.id).catch(orLog('Could not read the bundles of a work', { works: [], bundles: [] })),
  ])
  const opened = material.chapter_one_preview ?? material.abstract
  const user = context.get(userContext)
  return {
    material,
    opened: opened ? readableHtml(opened) : null,
    related,
    comments,
    topics,
    buyers: counted?.buyers ?? 0,
    refundDays,
    bought,
    ownWork,
    bundles,
    // A guest entered this text before signing in.
    values: savedValues(request, context, commentOn(material)).comment ?? '',
    signedIn: user !== null,
    code: getCode(url.searchParams.get('code') ?? ''),
    isSent: user !== null && url.searchParams.has(COMMENT_SENT),
    own: user && (await ownStars(user, material.id).catch(orLog('Could not check whether a user may rate', null))),
    files: filesOrigin(context.get(backendContext)),
    canonical: `${context.get(siteContext).url}${href('/material-preview/:key', { key: material.slug })}`,
    picture: getShare.material(context, material),
  }
}

/** Receives a comment. A guest signs in first and gets the entered text back. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const material = await materialAt({ params, context })
  const page = href('/material-preview/:key', { key: material.slug })
  const form = await readForm(request, context)
  const submitted = form.get('comment')
  const { values, errors } = checkForm(commentForm, { comment: submitted, stars: form.get('stars') })
  const reject = (error: string | undefined, words: string, status: number) =>
    data({ error, values: words, stars: values?.stars ?? starsIn(form), headline: 'Your comment was not sent' }, { status })
  if (errors) {
    return reject(errors.comment, typeof submitted === 'string' ? submitted : '', 400)
  }
  const user = context.get(userContext)
  const rejectUnsaved = (status: number) => {
    return reject('It could not be saved. Send it again in a minute.', values.comment, status)
  }
  if (!user && context.get(unknownSessionContext)) {
    return rejectUnsaved(503)
  }
  if (!user) {
    const stored = saveValues(context, commentOn(material), { comment: values.comment })
    return stored
      ? redirect(signInPath(page), { status: 303, headers: { 'set-cookie': stored } })
      : reject('Sign in first, in another tab, then send it.', values.comment, 400)
  }
  const { rejection } = await consumeRateLimit(context, 'comment')
  if (rejection) {
    return reject(rejection, values.comment, 429)
  }
  try {
    if (values.stars === null) {
      await sendComment(user, material.id, values.comment)
    } else {
      const outcome = await rateMaterial(user, material.id, values.comment, values.stars)
      if (outcome !== 'ok') {
        await refundRateLimit(context)
        return reject(notRated[outcome], values.comment, 409)
      }
    }
  } catch (error) {
    logFailure('Could not save a comment', error)
    await refundRateLimit(context)
    return rejectUnsaved(502)
  }
  const headers = new Headers({ 'set-cookie': deleteSavedValues(context) })
  headers.append(
    'set-cookie',
    toastCookie(context, { title: 'Comment received', text: 'It is shown here after a check.', kind: 'good' }),
  )
  return redirect(`${page}?${COMMENT_SENT}#your-comment`, { status: 303, headers })
}

const notRated = {
  read: 'We have reviewed your rating, so it can no longer be changed. Send your comment without stars.',
  not_bought: 'Only those who bought this work here can give stars. Send your comment without them.',
} as const

/** Returns the rating in a form, even if its other fields are invalid. */
const starsIn = (form: FormData) => v.parse(commentForm.entries.stars, form.get('stars'))

/** Returns the name under which the text of this form is saved. */
const commentOn = ({ id }: { id: string }) => `comment on ${id}`

/** Returns a material for its preview, published or not. */
async function draftAt(id: string, context: Route.LoaderArgs['context']) {
  const { client } = requireAdmin(context)
  const material = looksLikeUuid(id) ? await orUnavailable(context, readMaterial(client, 'id', id)) : null
  if (!material) {
    throw notFound('Material not found', 'It may have been deleted, or the address is incomplete.', {
      to: href('/admin/catalogue/materials'),
      label: 'Materials',
    })
  }
  return material
}

async function materialAt({ params, context }: Pick<Route.LoaderArgs, 'params' | 'context'>) {
  const key = ('key' in params ? params.key : params['*']) ?? ''
  const client = visitorClient(context)
  const material = await orUnavailable(context, findMaterial(client, key))
  if (!material) {
    const slug = await orUnavailable(context, findFormerMaterial(client, key))
    if (slug) {
      throw redirect(href('/material-preview/:key', { key: slug }), 301)
    }
    throw notFound('Material not found', 'It may have been taken off the site, or the link is not complete.', {
      to: href('/marketplace'),
      label: 'Back to Materials',
    })
  }
  return material
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) {
    return []
  }
  const { material, canonical, picture } = loaderData
  return pageMeta({ title: material.title, description: described(material), canonical, picture })
}

export default function MaterialPage({ loaderData, actionData }: Route.ComponentProps) {
  const { material, opened, related, comments, topics, values, signedIn, own, canonical, picture } = loaderData
  const { buyers, refundDays, bought, ownWork, bundles, files, isSent, code } = loaderData
  const selling = useContext(SellingContext)
  const where = soldWhere(material, selling)
  const owner = { material, bought, ownWork }
  // The abstract of a bundle is a sentence, which is shown above.
  const isReadable = material.bundle_size === null || material.chapter_one_preview !== null
  const open = isReadable ? getPreviewSection(material) : null
  const summary = getSummary(material)
  const facts = getFacts(material, buyers)
  const end = previewEnd(material)
  const origin = getOrigin(material)
  const readPath = href('/material-preview/:key/read', { key: material.slug })
  const minutes = getMinutes(wordsIn(material.chapter_one_preview ?? material.abstract ?? ''))
  const delivery = bought || ownWork ? null : getShortDelivery(material, selling, refundDays)
  return (
    <>
      <JsonLd data={materialStructuredData(material, { url: canonical, picture: picture.url, isSold: where !== null })} />
      <div className="split product">
        <div className="stay">
          <div className={`face ${coverClasses(material)}`}>
            <Kind material={material} />
            <h1>{material.title}</h1>
            <p className="small">{material.subject_area}</p>
            <p className="mark">
              <span>{material.year_of_study}</span>
              <span className="motif" aria-hidden="true" />
            </p>
          </div>
          <div className="stack wide">
            <p>
              <PriceOrOwner {...owner} />
              {!bought && !ownWork && <InsteadOf of={bundles} price={material.price} />}
            </p>
            <MainAction {...owner} reasonId="how-to-get-it" readAt={readPath} />
            <Points material={material} refundDays={refundDays} id="how-to-get-it" />
            {/* The page is cached for guests. With a script it links to their file itself (link-bought-work.ts). */}
            {where === 'here' && !bought && !ownWork && (
              <noscript>
                <p className="small">
                  Bought it before? <a href={href('/buy/:slug', { slug: material.slug })}>Find your file</a>
                </p>
              </noscript>
            )}
          </div>
        </div>
        <article className="stack">
          <Breadcrumbs
            origin={new URL(canonical).origin}
            steps={[{ to: href('/marketplace'), label: 'Browse Materials' }, getShelf(material)]}
            here={{ to: href('/material-preview/:key', { key: material.slug }), label: material.title }}
          />
          {summary && (
            <p className="lead">
              {summary.first} {summary.more && <span className="wide">{summary.more}</span>}
            </p>
          )}
          {facts && <p className="small">{facts}</p>}
          {origin && <Origin text={origin} />}
          {code !== null && where === 'here' && material.price > 0 && !bought && !ownWork && <CodeNote code={code} />}
          {delivery && <p className="small thin">{delivery}</p>}
          <PagePictures material={material} files={files} />
          {open && (
            <a className="btn full" href={readPath}>
              Read {open.inSentence} free · {minutes} min
            </a>
          )}
          <FilesSection material={material} />
          <BundleSection of={bundles} price={material.price} />
          <FactsStrip material={material} />
          <div className="stack thin">
            <Points material={material} refundDays={refundDays} id="how-to-get-it-here" />
          </div>
          {/* WhatsApp also shows the drawn cover of the link. The site's script adds the button that saves. */}
          <p className="row share">
            <a
              className="btn"
              href={`https://wa.me/?text=${encodeURIComponent(getShareText(material, `${canonical}?utm_source=whatsapp`))}`}
            >
              Share on WhatsApp
            </a>
          </p>
          <p className="note">{getUse(material)}</p>
          <StudyDetailsSection material={material} />
          <MoreLikeThis of={related} />
          {isReadable && (
            <section className="stack" id="open">
              <h2>{open?.label ?? 'Preview'}</h2>
              {opened ? (
                <>
                  <div className={end ? 'read' : 'read begun'} dangerouslySetInnerHTML={{ __html: opened.html }} />
                  {end ? <p className="soft">{end}</p> : <a href={readPath}>Read on</a>}
                </>
              ) : (
                <p className="soft">There is no preview of this work yet. Ask us before you buy it.</p>
              )}
            </section>
          )}
          <section className="stack">
            {material.bundle_size === null && (
              <>
                <h2>Cite this work</h2>
                <p className="note cite">{getCitation(material, canonical)}</p>
              </>
            )}
            <p className="crumb hint">
              <a href={`${href('/report')}?material=${material.id}`} rel="nofollow">
                Report this material
              </a>
            </p>
          </section>
          <Comments
            comments={comments}
            values={actionData?.values ?? values}
            refusal={actionData?.headline}
            error={actionData?.error}
            isSent={isSent}
            signedIn={signedIn}
            own={own}
            typedStars={actionData?.stars ?? null}
          />
        </article>
      </div>
      <TopicsLikeThis of={topics} />
      <div className="buy thin">
        <span>
          <PriceOrOwner {...owner} />
          {!bought && !ownWork && <InsteadOf of={bundles} price={material.price} />}
        </span>
        {open && !isOutline(material) && (
          <a className="btn" href={readPath}>
            Read free
          </a>
        )}
        <MainAction {...owner} reasonId="how-to-get-it-here" readAt={readPath} />
      </div>
    </>
  )
}

/** The sentence on the authors and readers of the work; what follows it is folded. */
function Origin({ text }: { text: string }) {
  const [first = text, ...others] = text.split(/(?<=\.) /)
  return (
    <div className="small">
      <p>{first}</p>
      {others.length > 0 && (
        <details className="soft">
          <summary>How it was made</summary>
          {others.join(' ')}
        </details>
      )}
    </div>
  )
}

function MoreLikeThis({ of }: { of: Route.ComponentProps['loaderData']['related'] }) {
  return (
    <DeferredContent
      of={of}
      skeleton={
        <>
          <Loading />
          <CatalogueSkeleton count={4} />
        </>
      }
    >
      {(others) =>
        others &&
        others.length > 0 && (
          <section className="stack">
            <h2>More like this</h2>
            <ul className="shelf sheet">
              {others.map((other) => (
                <MaterialCard key={other.id} material={other} level="h3" />
              ))}
            </ul>
          </section>
        )
      }
    </DeferredContent>
  )
}

/** Returns the list of the material's category. */
function getShelf({ category }: Material): { to: string; label: string } {
  const { label } = getCategory(category)
  return { to: marketplacePath({ category: label }), label: capitalised(label) }
}

function Points({ material, refundDays, id }: { material: Material; refundDays: number; id: string }) {
  const points = getPoints(material, useContext(SellingContext), refundDays)
  return (
    points.length > 0 && (
      <ul className="points small" id={id}>
        {points.map(({ icon, text }) => (
          <li key={text}>
            {icon && <ShopIcon name={icon} />}
            {text}
          </li>
        ))}
      </ul>
    )
  )
}
