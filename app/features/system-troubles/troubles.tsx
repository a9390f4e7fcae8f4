import { Link } from 'react-router'
import type { Trouble } from '#app/services/troubles.ts'
import { Icon } from '#app/ui/icon.tsx'
import { describeTrouble } from './describe-trouble.ts'

/** Lists what is wrong with the system, each with its cause and where to go. */
export function Troubles({ troubles }: { troubles: readonly Trouble[] }) {
  return troubles.map((trouble) => {
    const { title, text, links } = describeTrouble(trouble)
    return (
      <section key={title} className="trouble" aria-label={title}>
        <h2>
          <Icon name="warning" />
          <span>{title}</span>
        </h2>
        <p>{text}</p>
        {links.length > 0 && (
          <p className="row">
            {links.map(({ to, label }) => (
              <Link key={to} className="btn" to={to}>
                {label}
              </Link>
            ))}
          </p>
        )}
      </section>
    )
  })
}
