import { href } from 'react-router'
import { findTopic } from '../features/topic-finder/finder.server.ts'
import { getOutlineFileName } from '../features/topic-finder/outline.ts'
import { parseFinderQuery } from '../features/topic-finder/schema.ts'
import { consumeRateLimitOrPage } from '../platform/limits/limits.server.ts'
import { notFound } from '../platform/pages/not-found.server.ts'
import { orUnavailable } from '../platform/pages/unavailable.server.ts'
import { visitorClient } from '#app/services/backend.server.ts'
import type { Route } from './+types/topic-outline'

/** Returns the first outline of a topic of the directory as a Word file. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const topic = await orUnavailable(context, findTopic(visitorClient(context), url.searchParams.get('topic') ?? ''))
  if (!topic) {
    throw notFound('Topic not found', 'It may have been changed in the directory.', {
      to: href('/find-a-topic'),
      label: 'Find a topic',
    })
  }
  await consumeRateLimitOrPage(context, 'search')
  // The library is large and rarely needed, so it is loaded here and not at the start.
  const { writeOutline } = await import('../features/topic-finder/outline.server.ts')
  return new Response(await writeOutline(topic, parseFinderQuery(url.searchParams)), {
    headers: {
      'content-type': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'content-disposition': `attachment; filename="${getOutlineFileName(topic.title)}"`,
      'x-robots-tag': 'noindex',
    },
  })
}
