import { href } from 'react-router'
import { PostCard } from '../features/blog/post-card.tsx'
import { listPosts, type PostCard as Summary } from '../features/blog/queries.server.ts'
import { visitorClient } from '#app/services/backend.server.ts'
import { siteContext } from '#app/services/site.server.ts'
import type { Handle } from '../platform/pages/handle.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { defer } from '../platform/pages/deferred.server.ts'
import { presentValue } from '../platform/pages/deferred.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { DeferredContent } from '../ui/deferred-content.tsx'
import { CardsSkeleton } from '../ui/skeletons.tsx'
import type { Route } from './+types/blog'

export const handle: Handle = { styles: 'posts', sameForVisitors: true }

export async function loader({ request, context }: Route.LoaderArgs) {
  return {
    list: await defer(request, listPosts(visitorClient(context))),
    canonical: `${context.get(siteContext).url}${href('/blog')}`,
  }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData
    ? pageMeta({
        title: 'Blog: how to do a nursing project',
        description:
          'Choosing a topic, writing chapter one, working out a sample size: plain guides for Nigerian nursing students.',
        canonical: loaderData.canonical,
        index: presentValue(loaderData.list)?.length !== 0 && presentValue(loaderData.list) !== null,
      })
    : []
}

export default function Blog({ loaderData: { list } }: Route.ComponentProps) {
  return (
    <div className="list">
      <div className="stack">
        <h1>Blog</h1>
        <p className="soft">Plain guides for your project, from the first idea to the bound copy.</p>
      </div>
      <DeferredContent of={list} skeleton={<CardsSkeleton grid="grid2" count={4} />}>
        {(posts) => <Posts posts={posts} />}
      </DeferredContent>
    </div>
  )
}

function Posts({ posts }: { posts: Summary[] | null }) {
  return posts && posts.length > 0 ? (
    <ul className="posts newest">
      {posts.map((post) => (
        <PostCard key={post.slug} post={post} />
      ))}
    </ul>
  ) : (
    <EmptyState
      title="No blog posts available yet."
      hint={posts ? 'Until then, read the research materials.' : 'The list could not be loaded.'}
    >
      <a className="btn go" href={posts ? href('/marketplace') : href('/blog')}>
        {posts ? 'Browse Materials' : 'Try again'}
      </a>
    </EmptyState>
  )
}
