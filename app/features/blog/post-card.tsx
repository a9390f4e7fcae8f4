import { href } from 'react-router'
import { formatDay } from '#app/platform/text/dates.ts'
import { Ruled } from '#app/ui/ruled.tsx'
import { postSubject } from './post-subject.ts'
import type { PostCard as Card } from './queries.server.ts'

/** A post in a list: drawn page, date, title and excerpt. */
export function PostCard({ post, level: Heading = 'h2' }: { post: Card; level?: 'h2' | 'h3' }) {
  return (
    <li className="post">
      <Ruled subject={postSubject(post.post_title)} />
      <div>
        <p className="small soft">
          <time dateTime={post.upload_date.slice(0, 10)}>{formatDay(post.upload_date)}</time>
        </p>
        <Heading className="name">
          <a href={href('/blog/:key', { key: post.slug })}>{post.post_title}</a>
        </Heading>
        {post.sub_title && <p>{post.sub_title}</p>}
        <p className="soft small clamp">{post.excerpt}</p>
      </div>
    </li>
  )
}
