import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { formatFieldMoment } from '#app/platform/text/dates.ts'
import { AccountField } from '#app/ui/account-field.tsx'
import type { ActionResult } from './action-result.ts'
import { type Control, FieldControls } from './field-controls.tsx'
import { LivePreview } from './live-preview.tsx'
import { RecordForm } from './record-form.tsx'

type Stored = { fields: Record<string, string>; version: string; shown: boolean; deleted: boolean }

type Props<Name extends string> = {
  /** The list it belongs to. */
  back: { to: string; label: string }
  /** The heading for a new record, such as 'New service'. */
  newTitle: string
  name: string
  /** The stored record; null for a new one. */
  stored: Stored | null
  /** The values of a new one. */
  initial?: Record<string, string>
  controls: Readonly<Record<Name, Control>>
  /** The draft's key, such as services/new. */
  draft: string
  result: ActionResult | undefined
  /** The public address, once the record is shown. */
  publicPath?: string
  /** True if it can be shown and hidden; topics, for example, are always shown. */
  hides?: boolean
  /** True if it can be copied to a new draft. */
  duplicates?: boolean
  /** The badge while visitors do not see it. */
  hiddenAs?: string | undefined
  /** The badge while visitors see it. */
  shownAs?: string
  /** True if a time can be set at which it is published. */
  plans?: boolean
  /** Returns content in place of single controls. */
  children?: Parameters<typeof FieldControls<Name>>[0]['replace']
  /** Content beside the form: the record as visitors will see it, while the admin types. */
  renderPreview?: Parameters<typeof LivePreview>[0]['children']
  /** Further content below the form. */
  after?: ReactNode
}

const noFields = {}

/** The page of a record: its form, its public state, and buttons to hide, delete and restore it. */
export function RecordPage<Name extends string>({
  back,
  newTitle,
  name,
  stored,
  initial = noFields,
  controls,
  draft,
  result,
  publicPath,
  hides = true,
  duplicates = false,
  hiddenAs = 'hidden',
  shownAs = 'on the site',
  plans = !stored?.shown,
  children,
  renderPreview,
  after,
}: Props<Name>) {
  return (
    <div className="stack">
      <nav className="crumb" aria-label="Where you are">
        <Link to={back.to}>{back.label}</Link>
      </nav>
      <div className="row between">
        <h1 className="long">{stored ? name : newTitle}</h1>
        {stored && (
          <div className="row">
            <Shown stored={stored} publicPath={publicPath} hiddenAs={hiddenAs} shownAs={shownAs} />
            {duplicates && !stored.deleted && (
              <Form method="post">
                <AccountField />
                <button className="btn" name="intent" value="duplicate">
                  Duplicate
                </button>
              </Form>
            )}
          </div>
        )}
      </div>
      {stored?.deleted ? (
        <div className="note row">
          <span>It is deleted, and is removed permanently after thirty days.</span>
          <Form method="post">
            <AccountField />
            <button className="btn go" name="intent" value="undo">
              Restore
            </button>
          </Form>
        </div>
      ) : (
        <RecordForm<Name>
          draft={draft}
          stored={stored?.fields ?? initial}
          version={stored?.version ?? ''}
          result={result}
          buttons={
            <>
              {hides && !stored?.shown && (
                <button className="btn" name="intent" value="publish">
                  Save and publish
                </button>
              )}
              {hides && stored?.shown && (
                <button className="btn" name="intent" value="unpublish">
                  Save and unpublish
                </button>
              )}
              {stored && (
                <button className="btn bare no" name="intent" value="delete" formNoValidate>
                  Delete
                </button>
              )}
            </>
          }
        >
          {(field, tick) => {
            const fields = (
              <FieldControls
                controls={controls}
                field={field}
                tick={tick}
                replace={(...form) => ({ ...(plans ? {} : { publish_at: null }), ...children?.(...form) })}
              />
            )
            return renderPreview ? (
              <div className="beside-preview">
                <div className="stack">{fields}</div>
                <LivePreview stored={stored?.fields ?? initial}>{renderPreview}</LivePreview>
              </div>
            ) : (
              fields
            )
          }}
        </RecordForm>
      )}
      {after}
    </div>
  )
}

function Shown({
  stored,
  publicPath,
  hiddenAs,
  shownAs,
}: {
  stored: Stored
  publicPath: string | undefined
  hiddenAs: string
  shownAs: string
}) {
  if (stored.deleted) {
    return <span className="badge rejected">deleted</span>
  }
  const planned = stored.fields.publish_at
  return stored.shown ? (
    <span className="row">
      <span className="badge approved">{shownAs}</span>
      {publicPath && (
        <a href={publicPath} target="_blank" rel="noopener">
          See it
        </a>
      )}
    </span>
  ) : (
    <span className="badge pending">{planned ? `scheduled for ${formatFieldMoment(planned)}` : hiddenAs}</span>
  )
}
