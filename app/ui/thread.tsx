import type { ReactNode } from 'react'
import { formatMoment } from '#app/platform/text/dates.ts'

/** A message of a conversation; the time in UTC. `isOwn`: it is of the reader's side, which `by` names. */
export type ThreadMessage = {
  id: string
  by: string
  isOwn: boolean
  body: string
  at: string
  /** Further text in the line of the name, after the time. */
  details?: ReactNode
}

/** A conversation, oldest message first, as one side sees it. */
export function Thread({ messages }: { messages: readonly ThreadMessage[] }) {
  return (
    <ol className="thread">
      {messages.map(({ id, by, isOwn, body, at, details }) => (
        <li key={id} className={isOwn ? 'note own' : 'note'}>
          <p className="small soft">
            <b>{by}</b>, {formatMoment(at)}
            {details && <> · {details}</>}
          </p>
          <p className="lines">{body}</p>
        </li>
      ))}
    </ol>
  )
}
