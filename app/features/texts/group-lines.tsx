import { href } from 'react-router'
import { formatDay } from '#app/platform/text/dates.ts'
import { Line } from '../console/admin-list.tsx'
import { type TextGroup, textGroups } from './groups.ts'

type Props = {
  section: TextGroup['section']
  title: string
  /** The time of each group's last change; null if it could not be read. */
  changed: Record<string, string | null> | null
  /** Further sections that belong to this list. */
  sections?: readonly { to: string; label: string; says: string }[]
}

const none: readonly { to: string; label: string; says: string }[] = []

/** The list of groups of texts or settings. */
export function GroupLines({ section, title, changed, sections = none }: Props) {
  return (
    <section className="stack admin-section">
      <h1>{title}</h1>
      <ul className="lines">
        {sections.map(({ to, label, says }) => (
          <li key={to} data-row>
            <Line to={to} name={label} details={says} />
          </li>
        ))}
        {textGroups
          .filter((group) => group.section === section)
          .map(({ id, title: name, says }) => {
            const moment = changed?.[id]
            return (
              <li key={id} data-row>
                <Line
                  to={href(`/admin/${section}/:group`, { group: id })}
                  name={name}
                  details={moment ? `${says} Changed ${formatDay(moment)}.` : says}
                />
              </li>
            )
          })}
      </ul>
    </section>
  )
}
