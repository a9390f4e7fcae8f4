import { href } from 'react-router'
import type { OwnTopicRequest } from './queries.server.ts'

/** A topic request as texts. `state`: pending or approved for the badge's colour, or '' if it was closed. */
export type ShownRequest = Pick<OwnTopicRequest, 'id' | 'topic' | 'answer' | 'material'> & {
  state: 'pending' | 'approved' | ''
  label: string
}

/** The topics that the student asked for, with their answers. */
export function TopicRequestsSection({ requests }: { requests: readonly ShownRequest[] }) {
  return (
    <section className="stack" aria-labelledby="own-requests">
      <div className="row between">
        <h2 id="own-requests">My topic requests</h2>
        <a href={href('/request-a-topic')}>Ask for another</a>
      </div>
      <ul className="track-list">
        {requests.map(({ id, topic, state, label, answer, material }) => (
          <li key={id}>
            <p className="name">{topic}</p>
            <p>
              <span className={`badge ${state}`}>{label}</span>
            </p>
            {answer && <p className="small lines">{answer}</p>}
            {material && (
              <p className="small">
                <a href={href('/material/:key', { key: material.slug })}>{material.title}</a>
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
