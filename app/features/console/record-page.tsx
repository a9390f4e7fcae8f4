import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { formatFieldMoment } from '#app/platform/text/dates.ts'
import { AccountField } from '#app/ui/account-field.tsx'
import type { ActionResult } from './action-result.ts'
import { type Control, FieldControls } from './field-controls.tsx'
import { LivePreview } from './live-preview.tsx'
import { OriginLink } from './origin-link.tsx'
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
  /** The address at which a draft is previewed. */
  previewPath?: string
  /** The errors for which a draft cannot be published yet. */
  missing?: Readonly<Record<string, string>>
  /** True while the form has to wait for its file. */
  isWaiting?: boolean
  /** Content above the form. */
  before?: ReactNode
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

const nothing = {}

/** The page of a record: its form, its public state, and buttons to hide, delete and restore it. */
export function RecordPage<Name extends string>({
  back,
  newTitle,
  name,
  stored,
  initial = nothing,
  controls,
  draft,
  result,
  publicPath,
  previewPath,
  missing = nothing,
  isWaiting = false,
  before,
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
        <OriginLink />
      </nav>
      <div className="row between">
        <h1 className="long">{stored ? name : newTitle}</h1>
        {stored && (
          <div className="row">
            <Shown {...{ stored, publicPath, previewPath, hiddenAs, shownAs }} />
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
      <Missing reasons={Object.values(missing)} />
      {before}
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
          isWaiting={isWaiting}
          buttons={
            <>
              {hides && !stored?.shown && (
                <button className="btn" name="intent" value="publish" disabled={isWaiting}>
                  Save and publish
                </button>
              )}
              {hides && stored?.shown && (
                <button className="btn" name="intent" value="unpublish" disabled={isWaiting}>
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

/** The reasons why a draft cannot be published yet. */
function Missing({ reasons }: { reasons: readonly string[] }) {
  return (
    reasons.length > 0 && (
      <div className="note missing">
        <p>Before it can be published:</p>
        <ul>
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </div>
    )
  )
}

function Shown({
  stored,
  publicPath,
  previewPath,
  hiddenAs,
  shownAs,
}: {
  stored: Stored
  publicPath: string | undefined
  previewPath: string | undefined
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
    <span className="row">
      <span className="badge pending">{planned ? `scheduled for ${formatFieldMoment(planned)}` : hiddenAs}</span>
      {planned && (
        <Form method="post">
          <AccountField />
          <input type="hidden" name="version" value={stored.version} />
          <button className="btn" name="intent" value="unschedule">
            Cancel schedule
          </button>
        </Form>
      )}
      {/* The policy of the page that it leads to allows a frame, so the browser has to load the whole page. */}
      {previewPath && <a href={previewPath}>Preview</a>}
    </span>
  )
}
