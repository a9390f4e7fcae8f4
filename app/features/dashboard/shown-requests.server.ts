import { formatDay } from '#app/platform/text/dates.ts'
import type { OwnTopicRequest } from './queries.server.ts'
import type { ShownRequest } from './topic-requests-section.tsx'

/** Returns a topic request as the dashboard shows it. */
export function shownRequest({
  id,
  topic,
  request_status,
  created_at,
  answered_at,
  answer,
  material,
}: OwnTopicRequest): ShownRequest {
  const common = { id, topic, answer, material }
  switch (request_status) {
    case 'answered':
      return { ...common, state: 'approved', label: `answered on ${formatDay(answered_at ?? created_at)}` }
    case 'closed':
      return { ...common, state: '', label: 'closed' }
    default:
      return { ...common, state: 'pending', label: `asked on ${formatDay(created_at)}` }
  }
}
