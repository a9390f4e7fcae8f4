import { PostCard } from '../features/blog/post-card.tsx'
import { listPosts } from '../features/blog/queries.server.ts'
import { siteContext, visitorClient } from '../platform/backend.server.ts'
import { pageMeta } from '../platform/page-meta.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import type { Route } from './+types/blog'

export async function loader({ context }: Route.LoaderArgs) {
  return { posts: await listPosts(visitorClient(context)).catch(() => null), canonical: `${context.get(siteContext).url}/blog` }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData
    ? pageMeta({
        title: 'Blog: how to do a nursing project',
        description:
          'Choosing a topic, writing chapter one, working out a sample size: plain guides for Nigerian nursing students.',
        canonical: loaderData.canonical,
        index: loaderData.posts !== null && loaderData.posts.length > 0,
      })
    : []
}

export default function Blog({ loaderData: { posts } }: Route.ComponentProps) {
  return (
    <div className="list">
      <div className="stack">
        <h1>Blog</h1>
        <p className="soft">Plain guides for the work between the first idea and the bound copy.</p>
      </div>
      {posts && posts.length > 0 ? (
        <ul className="grid2">
          {posts.map((post) => (
            <PostCard key={post.slug} post={post} />
          ))}
        </ul>
      ) : (
        <EmptyState
          title="No blog posts available yet."
          hint={posts ? 'Until there are, the materials have much to read.' : 'The list could not be read just now.'}
        >
          <a className="btn go" href={posts ? '/marketplace' : '/blog'}>
            {posts ? 'Browse Materials' : 'Try again'}
          </a>
        </EmptyState>
      )}
    </div>
  )
}
