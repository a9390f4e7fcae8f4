import { noneNear, topicsNear } from '../features/topics/near.server.ts'
import { knownArea, readDirectory } from '../features/topics/queries.server.ts'
import { parseTopicsQuery } from '../features/topics/schema.ts'
import { takeTurnToSearch } from '../platform/limits/limits.server.ts'
import { visitorClient } from '../platform/process/backend.server.ts'
import { noted } from '../platform/process/failures.server.ts'
import type { Route } from './+types/near-topics'

/** The topics that come near to a search, as JSON, for the script of /topics-directory when somebody stops typing. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const asked = parseTopicsQuery(new URL(request.url).searchParams)
  await takeTurnToSearch(context, asked.search)
  const client = visitorClient(context)
  const near = await readDirectory(client)
    .then((directory) => topicsNear(client, directory, { ...asked, area: knownArea(directory, asked.area) }))
    .catch(noted('The topics that come near could not be searched', noneNear))
  return Response.json(near.topics, { headers: { 'cache-control': 'no-cache' } })
}
