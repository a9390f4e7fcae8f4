import { Link } from 'react-router'
import { formatDay } from '../../platform/text/dates.ts'
import { type TextGroup, textGroups } from './groups.ts'

type Props = {
  room: TextGroup['room']
  title: string
  /** When each group was changed; null when that could not be read. */
  changed: Record<string, string | null> | null
  /** Further rooms that belong to this list. */
  rooms?: readonly { to: string; label: string; says: string }[]
}

const none: readonly { to: string; label: string; says: string }[] = []

/** The list of groups of texts or settings. */
export function GroupLines({ room, title, changed, rooms = none }: Props) {
  return (
    <section className="stack room">
      <h1>{title}</h1>
      <ul className="lines">
        {rooms.map(({ to, label, says }) => (
          <li key={to} data-row>
            <div>
              <p className="name">
                <Link to={to}>{label}</Link>
              </p>
              <p className="small soft">{says}</p>
            </div>
          </li>
        ))}
        {textGroups
          .filter((group) => group.room === room)
          .map(({ id, title: name, says }) => {
            const moment = changed?.[id]
            return (
              <li key={id} data-row>
                <div>
                  <p className="name">
                    <Link to={`/admin/${room}/${id}`}>{name}</Link>
                  </p>
                  <p className="small soft">
                    {says}
                    {moment && ` Changed ${formatDay(moment)}.`}
                  </p>
                </div>
              </li>
            )
          })}
      </ul>
    </section>
  )
}
