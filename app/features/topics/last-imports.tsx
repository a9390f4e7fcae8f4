import { href, Form } from 'react-router'
import { formatMoment } from '#app/platform/text/dates.ts'
import { AccountField } from '#app/ui/account-field.tsx'

type Import = {
  id: string
  file_name: string
  added: number
  changed: number
  put_back: number
  created_at: string
  undone_at: string | null
}

/** The recent imports, each with an undo button. Null if they could not be read. */
export function LastImports({ imports }: { imports: readonly Import[] | null }) {
  if (imports?.length === 0) {
    return null
  }
  return (
    <section className="stack">
      <h2>Last imports</h2>
      {imports === null ? (
        <p>They could not be loaded.</p>
      ) : (
        <ul className="lines">
          {imports.map(({ id, file_name, added, changed, put_back, created_at, undone_at }) => (
            <li key={id} data-row>
              <div>
                <p className="name">{file_name}</p>
                <p className="small soft">
                  {formatMoment(created_at)} · {added} new · {changed} changed
                  {put_back > 0 && ` · ${put_back} restored`}
                </p>
              </div>
              {undone_at ? (
                <span className="badge">undone</span>
              ) : (
                <Form method="post" action={href('/admin/catalogue/topics/import/:id', { id })}>
                  <AccountField />
                  <button className="btn" name="intent" value="undo">
                    Undo import
                  </button>
                </Form>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
