import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { AccountField } from '#app/ui/account-field.tsx'

/** The number of items of a kind, and the first of them. */
export type Count<Row> = { count: number; rows: Row[] }

/** Section for a kind of due items, with its first rows; empty if there are none. */
export function Kind<Row>({
  title,
  of,
  more,
  children,
}: {
  title: string
  of: Count<Row>
  more?: string
  children(row: Row): ReactNode
}) {
  if (of.count === 0) {
    return null
  }
  const id = title.toLowerCase().replaceAll(' ', '-')
  return (
    <section className="stack" aria-labelledby={id}>
      <div className="row between">
        <h2 id={id}>
          {title} <span className="count">{of.count}</span>
        </h2>
        {more && of.count > of.rows.length && <Link to={more}>All {of.count}</Link>}
      </div>
      <ul className="lines">{of.rows.map(children)}</ul>
    </section>
  )
}

export function Name({ to, name, details }: { to: string; name: string; details: string }) {
  return (
    <div>
      <p className="name">
        <Link to={to}>{name}</Link>
      </p>
      <p className="small soft">{details}</p>
    </div>
  )
}

/** Buttons of an item. */
export function Acts({ id, seen, children }: { id: string; seen?: string; children: ReactNode }) {
  return (
    <Form method="post" className={seen ? 'row wide-line' : 'row aside'} preventScrollReset>
      <AccountField />
      <input type="hidden" name="id" value={id} />
      {seen && <input type="hidden" name="seen" value={seen} />}
      {children}
    </Form>
  )
}
