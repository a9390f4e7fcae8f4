import { formatMoment } from '#app/platform/text/dates.ts'

/** A message of the conversation about an upload; the time in UTC. */
export type Message = { id: string; from_reviewer: boolean; body: string; created_at: string }

/** The conversation between a student and the reviewer, oldest first, as `reader` sees it. */
export function Thread({ messages, reader }: { messages: readonly Message[]; reader: 'student' | 'reviewer' }) {
  return (
    <ol className="thread">
      {messages.map(({ id, from_reviewer, body, created_at }) => {
        const isOwn = from_reviewer === (reader === 'reviewer')
        return (
          <li key={id} className={isOwn ? 'note own' : 'note'}>
            <p className="small soft">
              <b>{isOwn ? 'You' : from_reviewer ? 'The reviewer' : 'The student'}</b>, {formatMoment(created_at)}
            </p>
            <p className="lines">{body}</p>
          </li>
        )
      })}
    </ol>
  )
}
