import { href, redirect } from 'react-router'
import { postStructuredData } from '../features/blog/structured-data.ts'
import { postSubject } from '../features/blog/post-subject.ts'
import { PostCard } from '../features/blog/post-card.tsx'
import { findFormerPost, findPost, listPosts } from '../features/blog/queries.server.ts'
import { getShare } from '../features/sharing/shared.server.ts'
import { backendContext, filesOrigin, visitorClient } from '#app/services/backend.server.ts'
import { siteContext } from '#app/services/site.server.ts'
import { formatDay } from '../platform/text/dates.ts'
import { notFound } from '../platform/pages/not-found.server.ts'
import { pictureAt } from '../platform/text/own-pictures.ts'
import { missingPicture } from '../platform/text/readable.server.ts'
import type { Handle } from '../platform/pages/handle.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { Ruled } from '../ui/ruled.tsx'
import { DeferredContent } from '../ui/deferred-content.tsx'
import { CardsSkeleton } from '../ui/skeletons.tsx'
import { defer } from '../platform/pages/deferred.server.ts'
import { orUnavailable } from '../platform/pages/unavailable.server.ts'
import { JsonLd } from '../ui/json-ld.tsx'
import type { Route } from './+types/post'

/** Minimum number of headings for which a post lists its contents. */
const LONG = 4

export const handle: Handle = { styles: 'posts', sameForVisitors: true }

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const key = ('key' in params ? params.key : params['*']) ?? ''
  const client = visitorClient(context)
  const files = filesOrigin(context.get(backendContext))
  const post = await orUnavailable(context, findPost(client, key, files))
  if (!post) {
    const slug = await orUnavailable(context, findFormerPost(client, key))
    if (slug) {
      throw redirect(href('/blog/:key', { key: slug }), 301)
    }
    throw notFound('Oops! Page not found', 'This post was removed, or the link is not complete.', {
      to: href('/'),
      label: 'Return to Home',
    })
  }
  const others = listPosts(client).then((posts) => posts.filter(({ slug }) => slug !== post.slug).slice(0, 3))
  return {
    post,
    related: await defer(request, others),
    canonical: `${context.get(siteContext).url}${href('/blog/:key', { key: post.slug })}`,
    picture: getShare.post(context, post),
    head: pictureAt(post.image_url, files),
    missing: post.image_url ? missingPicture(post.image_alt ?? '') : null,
  }
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) {
    return []
  }
  const { post, canonical, picture } = loaderData
  return pageMeta({
    title: post.post_title,
    description: post.sub_title || post.excerpt,
    canonical,
    picture,
    article: { published: post.upload_date, modified: post.updated_at },
    ...(post.seo_keywords ? { keywords: post.seo_keywords } : {}),
  })
}

export default function PostPage({ loaderData: { post, related, canonical, picture, head, missing } }: Route.ComponentProps) {
  return (
    <>
      <article className="stack prose">
        <JsonLd data={postStructuredData(post, { url: canonical, picture: picture.url })} />
        <Breadcrumbs
          origin={new URL(canonical).origin}
          steps={[{ to: href('/blog'), label: 'Blog' }]}
          here={{ to: href('/blog/:key', { key: post.slug }), label: post.post_title }}
        />
        <h1>{post.post_title}</h1>
        {post.sub_title && <p className="lead soft">{post.sub_title}</p>}
        <p className="small soft">
          <time dateTime={post.upload_date.slice(0, 10)}>{formatDay(post.upload_date)}</time>
          {post.is_sample && ' · sample content'}
        </p>
        {head ? (
          <span className="frame">
            <img
              className="picture"
              src={head.src}
              alt={post.image_alt || `Picture of the post: ${post.post_title}`}
              width="1200"
              height="630"
            />
          </span>
        ) : (
          (missing && <em className="no-pic">{missing}</em>) || <Ruled subject={postSubject(post.post_title)} band />
        )}
        {post.contents.length >= LONG && (
          <nav className="note" aria-labelledby="contents">
            <p id="contents">
              <b>In this post</b>
            </p>
            <ol>
              {post.contents.map(({ id, title }) => (
                <li key={id}>
                  <a href={`#${id}`}>{title}</a>
                </li>
              ))}
            </ol>
          </nav>
        )}
        <div className="read" dangerouslySetInnerHTML={{ __html: post.html }} />
      </article>
      <DeferredContent of={related} skeleton={<CardsSkeleton grid="grid2" count={2} />}>
        {(others) =>
          others &&
          others.length > 0 && (
            <section className="stack">
              <h2>Read next</h2>
              <ul className="posts">
                {others.map((other) => (
                  <PostCard key={other.slug} post={other} level="h3" />
                ))}
              </ul>
            </section>
          )
        }
      </DeferredContent>
    </>
  )
}
