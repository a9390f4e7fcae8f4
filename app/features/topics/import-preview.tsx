import type { ReactNode } from 'react'
import { href, Form, Link, useNavigation } from 'react-router'
import { AccountField } from '#app/ui/account-field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { Preview } from './preview.ts'

/** The effect of a file on the directory, and the button to confirm it. */
export function ImportPreview({ preview }: { preview: Preview }) {
  const { name, added, changed, same, wrong, guessed, moved } = preview
  const { formMethod } = useNavigation()
  const importing = formMethod === 'POST'
  const nothing = added.count + changed.count === 0
  return (
    <section className="stack" aria-labelledby="what">
      <h2 id="what" className="long">
        What {name || 'the file'} would do
      </h2>
      {moved && <Note>The directory has changed since you looked. This is what the file would do now.</Note>}
      {guessed && <Note>The file is not UTF-8. We read it as a Windows file: check ọ, ẹ, ṣ and ₦ before you continue.</Note>}
      <dl className="figures">
        <Figure count={added.count} label="new" />
        <Figure count={changed.count} label="changed" />
        <Figure count={same} label="the same" />
        <Figure count={wrong.count} label="invalid" />
      </dl>
      {wrong.count > 0 && (
        <Note>
          {wrong.count === 1 ? 'One line is wrong and is skipped.' : `${wrong.count} lines are wrong and are skipped.`} Correct{' '}
          {wrong.count === 1 ? 'it' : 'them'} in your file and import it again: the other lines are then the same.
        </Note>
      )}
      {nothing ? (
        <p>
          {wrong.count > 0
            ? 'There is no other line to import.'
            : 'All of it is in the directory already. There is nothing to import.'}
        </p>
      ) : (
        <p>Nothing is saved yet. When you import, all of it is saved, or nothing if something fails.</p>
      )}
      <Form className="row" method="post" encType="multipart/form-data" action={href('/admin/catalogue/topics/import')}>
        <AccountField />
        <textarea name="csv" hidden readOnly value={preview.text} aria-label="The file" />
        <input type="hidden" name="name" value={name} />
        <input type="hidden" name="fingerprint" value={preview.fingerprint} />
        {!nothing && (
          <button className="btn go" name="intent" value="import" disabled={importing}>
            {importing
              ? 'Importing…'
              : added.count + changed.count === 1
                ? 'Import 1 topic'
                : `Import ${(added.count + changed.count).toLocaleString('en-NG')} topics`}
          </button>
        )}
        <Link className="btn" to={href('/admin/catalogue/topics/import')}>
          Choose another file
        </Link>
      </Form>
      <Kind title="Invalid" count={wrong.count} shown={wrong.shown.length} open>
        {wrong.shown.map(({ line, reason }) => (
          <li key={line}>
            <div>
              <p className="name">Line {line}</p>
              <p className="small">{reason}</p>
            </div>
          </li>
        ))}
      </Kind>
      <Kind title="Changed" count={changed.count} shown={changed.shown.length} open>
        {changed.shown.map(({ line, topic, back, changes }) => (
          <li key={line}>
            <div>
              <p className="name">{topic}</p>
              <p className="small soft">
                Line {line}
                {back && ' · deleted before, will be restored'}
              </p>
              <dl className="changes small">
                {changes.map(({ column, before, after }) => (
                  <div key={column}>
                    <dt>{column.replaceAll('_', ' ')}</dt>
                    <dd>
                      <del>{before || 'empty'}</del> <ins>{after || 'empty'}</ins>
                    </dd>
                  </div>
                ))}
              </dl>
            </div>
          </li>
        ))}
      </Kind>
      <Kind title="New" count={added.count} shown={added.shown.length} open>
        {added.shown.map(({ line, topic, area }) => (
          <li key={line}>
            <div>
              <p className="name">{topic}</p>
              <p className="small soft">
                Line {line} · {area || 'no subject area'}
              </p>
            </div>
          </li>
        ))}
      </Kind>
    </section>
  )
}

function Figure({ count, label }: { count: number; label: string }) {
  return (
    <div>
      <dd>{count.toLocaleString('en-NG')}</dd>
      <dt>{label}</dt>
    </div>
  )
}

function Note({ children }: { children: ReactNode }) {
  return (
    <div className="note stop">
      <p>
        <Icon name="warning" />
        <span>{children}</span>
      </p>
    </div>
  )
}

function Kind({
  title,
  count,
  shown,
  open = false,
  children,
}: {
  title: string
  count: number
  shown: number
  open?: boolean
  children: ReactNode
}) {
  if (count === 0) {
    return null
  }
  return (
    <details className="long" open={open}>
      <summary>
        <b>
          {title}: {count.toLocaleString('en-NG')}
        </b>
      </summary>
      <ul className="lines">{children}</ul>
      {count > shown && <p className="small soft">And {(count - shown).toLocaleString('en-NG')} more.</p>}
    </details>
  )
}
