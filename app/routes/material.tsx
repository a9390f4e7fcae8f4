import { data, redirect } from 'react-router'
import { sendComment } from '../features/comments/commands.server.ts'
import { Comments } from '../features/comments/comments.tsx'
import { listComments } from '../features/comments/queries.server.ts'
import { commentForm } from '../features/comments/schema.ts'
import { citationOf } from '../features/materials/citation.ts'
import { siteContext, visitorClient } from '../platform/backend.server.ts'
import { checkForm, readForm } from '../platform/forms.server.ts'
import { giveTurnBack, takeTurn } from '../platform/limits.server.ts'
import { capitalised } from '../platform/letters.ts'
import { formatPrice } from '../platform/money.ts'
import { notFound } from '../platform/not-found.server.ts'
import { pageMeta } from '../platform/page-meta.ts'
import { readableHtml } from '../platform/readable.server.ts'
import { personContext } from '../platform/session.server.ts'
import { toastCookie } from '../platform/toast.server.ts'
import { Icon } from '../ui/icon.tsx'
import { categoryOf } from '../features/materials/categories.ts'
import { MaterialCard } from '../features/materials/material-card.tsx'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { shade } from '../ui/cover.ts'
import { Purchase } from '../features/materials/purchase.tsx'
import { materialFacts } from '../features/materials/facts.ts'
import { findFormerMaterial, findMaterial, findRelated } from '../features/materials/queries.server.ts'
import { marketplacePath } from '../features/materials/schema.ts'
import { shareOf } from '../features/sharing/shared.server.ts'
import { Later } from '../ui/later.tsx'
import { Loading, ShelfSkeleton } from '../ui/skeletons.tsx'
import { soon } from '../platform/soon.server.ts'
import { orUnavailable } from '../platform/unavailable.server.ts'
import { JsonLd } from '../ui/json-ld.tsx'
import { Toast } from '../ui/toast.tsx'
import type { Route } from './+types/material'

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const client = visitorClient(context)
  const material = await materialAt({ params, context })
  const [related, comments] = await Promise.all([
    soon(request, findRelated(client, material)),
    soon(request, listComments(client, material.id)),
  ])
  return {
    material,
    chapter: material.chapter_one_preview ? readableHtml(material.chapter_one_preview) : null,
    related,
    comments,
    // What a guest typed before they were sent to sign in.
    typed: new URL(request.url).searchParams.get('comment')?.slice(0, 2000) ?? '',
    signedIn: context.get(personContext) !== null,
    canonical: `${context.get(siteContext).url}/material-preview/${material.slug}`,
    picture: shareOf.material(context, material),
  }
}

/** The comment box. A guest is sent to sign in and comes back to what was typed. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const material = await materialAt({ params, context })
  const page = `/material-preview/${material.slug}`
  const form = await readForm(request)
  const typed = form.get('comment')
  const { values, errors } = checkForm(commentForm, { comment: typed })
  if (errors) {
    return data(
      { error: errors.comment, typed: typeof typed === 'string' ? typed : '', headline: 'Your comment was not sent' },
      { status: 400 },
    )
  }
  const person = context.get(personContext)
  if (!person) {
    const back = `${page}?${new URLSearchParams({ comment: values.comment }).toString()}`
    return redirect(`/auth?${new URLSearchParams({ next: back }).toString()}`, 303)
  }
  const { refusal } = await takeTurn(context, 'comment')
  if (refusal) {
    return data({ error: refusal, typed: values.comment, headline: 'Your comment was not sent' }, { status: 429 })
  }
  try {
    await sendComment(person, material.id, values.comment)
  } catch {
    await giveTurnBack(context)
    return data(
      {
        error: 'It could not be kept just now. Send it again in a minute.',
        typed: values.comment,
        headline: 'Your comment was not sent',
      },
      { status: 502 },
    )
  }
  return redirect(page, {
    status: 303,
    headers: {
      'set-cookie': toastCookie(context, { title: 'Comment received', text: 'It is shown here after a check.', kind: 'good' }),
    },
  })
}

async function materialAt({ params, context }: Pick<Route.LoaderArgs, 'params' | 'context'>) {
  const key = ('key' in params ? params.key : params['*']) ?? ''
  const client = visitorClient(context)
  const material = await orUnavailable(context, findMaterial(client, key))
  if (!material) {
    const slug = await orUnavailable(context, findFormerMaterial(client, key))
    if (slug) {
      throw redirect(`/material-preview/${slug}`, 301)
    }
    throw notFound('Material not found', 'It may have been taken off the shelf, or the link is not complete.', {
      to: '/marketplace',
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
  const length = material.pages ? ` ${material.pages} pages.` : ''
  return pageMeta({
    title: material.title,
    description: `Read chapter one free.${length} ${formatPrice(material.price)}. ${material.subject_area}: ${material.title}.`,
    canonical,
    picture,
  })
}

export default function MaterialPage({ loaderData, actionData }: Route.ComponentProps) {
  const { material, chapter, related, comments, typed, signedIn, canonical, picture } = loaderData
  const category = categoryOf(material.category)
  const price = formatPrice(material.price)
  const facts = [
    { term: 'Shelf', value: capitalised(category.pageLabel) },
    { term: 'Length', value: material.pages === null ? null : `${material.pages} pages` },
    { term: 'Year', value: material.year_of_study },
    { term: 'Format', value: material.format === 'Word' ? 'Word Document' : material.format },
    { term: 'Rating', value: material.rating > 0 ? `★ ${material.rating.toFixed(1)} of 5` : null },
  ].filter(({ value }) => value !== null)
  return (
    <>
      <JsonLd data={materialFacts(material, { url: canonical, picture: picture.url })} />
      {actionData && <Toast title={actionData.headline} text={actionData.error} kind="bad" />}
      <div className="split book">
        <div className="stay">
          <div className={`face c ${category.cover} ${shade(material.id)}`}>
            <p className="kind caps">{category.label}</p>
            <h1>{material.title}</h1>
            <p className="small">{material.subject_area}</p>
            <p className="mark">
              <span>{material.year_of_study}</span>
              <Icon name="lamp" />
            </p>
          </div>
          <div className="stack wide buybox">
            <p className="row">
              <span className="price">{price}</span>
              {material.pages !== null && <span className="small soft">{material.pages} pages</span>}
            </p>
            <Purchase material={material} reasonId="how-to-get-it" main />
            <HowToGetIt material={material} id="how-to-get-it" />
          </div>
        </div>
        <article className="stack">
          <Breadcrumbs
            origin={new URL(canonical).origin}
            steps={[
              { to: '/marketplace', label: 'Browse Materials' },
              { to: marketplacePath({ category: category.label }), label: capitalised(category.label) },
            ]}
            here={{ to: `/material-preview/${material.slug}`, label: material.title }}
          />
          <dl className="facts">
            {facts.map(({ term, value }) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <p className="note">
            This is a guide and a sample. Cite it, do not submit it as your own.
            {material.is_sample && ' It is sample content, written to show how Lamplight works.'}
          </p>
          <section className="stack">
            <h2>Chapter one</h2>
            {chapter && chapter.contents.length > 1 && (
              <details className="ask">
                <summary>What is in it</summary>
                <ol className="inside">
                  {chapter.contents.map(({ id, title }) => (
                    <li key={id}>
                      <a href={`#${id}`}>{title}</a>
                    </li>
                  ))}
                </ol>
              </details>
            )}
            {chapter ? (
              <div className="read" dangerouslySetInnerHTML={{ __html: chapter.html }} />
            ) : (
              <p className="soft">There is no preview of this work yet. Ask us before you buy it.</p>
            )}
            {chapter && (
              <p className="soft">
                The preview ends here.{material.pages !== null && ` The full work has ${material.pages} pages.`}
              </p>
            )}
          </section>
          <div className="thin">
            <HowToGetIt material={material} id="how-to-get-it-here" />
          </div>
          <section className="stack">
            <h2>Cite this work</h2>
            <p className="note cite">{citationOf(material, canonical)}</p>
            <p className="crumb hint">
              <a href={`/report?material=${material.id}`} rel="nofollow">
                Report this material
              </a>
            </p>
          </section>
          <Comments comments={comments} typed={actionData?.typed ?? typed} error={actionData?.error} signedIn={signedIn} />
        </article>
      </div>
      <Later
        of={related}
        skeleton={
          <>
            <Loading />
            <ShelfSkeleton count={4} />
          </>
        }
      >
        {(others) =>
          others &&
          others.length > 0 && (
            <section className="stack">
              <h2>On the same shelf</h2>
              <ul className="shelf sheet">
                {others.map((other) => (
                  <MaterialCard key={other.id} material={other} level="h3" />
                ))}
              </ul>
            </section>
          )
        }
      </Later>
      <div className="buy thin">
        <span>
          <span className="price">{price}</span>
          <br />
          {material.pages !== null && <span className="small soft">{material.pages} pages</span>}
        </span>
        <Purchase material={material} reasonId="how-to-get-it-here" main />
      </div>
    </>
  )
}

function HowToGetIt({ material, id }: { material: { price: number; selar_link: string | null }; id: string }) {
  const words = !material.selar_link
    ? 'This work has no payment link yet, so it cannot be bought today. Look again in a few days.'
    : material.price === 0
      ? 'This one is free. Purchase opens its page on Selar in a new tab, where you get the file for ₦0.'
      : 'You pay on Selar, in a new tab. The file comes to your email. If it is not what you were promised, you have 7 days to tell us.'
  return (
    <p className="hint" id={id}>
      {words}
    </p>
  )
}
