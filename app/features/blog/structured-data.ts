import { href } from 'react-router'
import type { BlogPosting, WithContext } from 'schema-dts'
import { site } from '../settings/defaults.ts'
import type { Post } from './queries.server.ts'

/** Returns the post's structured data. Its author is Lamplight, because posts have no author's name. */
export function postStructuredData(post: Post, page: { url: string; picture: string }): WithContext<BlogPosting> {
  const platform = { '@type': 'Organization', name: site.name, url: new URL(href('/'), page.url).href } as const
  return {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: post.post_title,
    ...(post.sub_title ? { description: post.sub_title } : {}),
    image: page.picture,
    datePublished: post.upload_date,
    dateModified: post.updated_at,
    mainEntityOfPage: page.url,
    author: platform,
    publisher: platform,
  }
}
