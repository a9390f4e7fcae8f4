import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Form, useFetcher, useLocation, useNavigation } from 'react-router'
import { formatMoment } from '#app/platform/text/dates.ts'
import { AccountField } from '#app/ui/account-field.tsx'
import { ErrorSummary } from '#app/ui/field.tsx'
import type { ActionResult } from './action-result.ts'
import { useDraft } from './drafts.ts'

type Field = { name: string; defaultValue: string; error: string | undefined }
type Tick = { name: string; defaultChecked: boolean }

/** `Name`: the names of the form's fields, so that a wrong one does not compile. */
type Props<Name extends string> = {
  /** The address of an act; without it, the page itself. With a script the address stays that of the page. */
  action?: string
  /** The draft's key in this browser, such as services/new. */
  draft: string
  /** The stored values by field, as the controls show them. */
  stored: Record<string, string>
  /** The record's updated_at as it was read; '' for a new one. */
  version: string
  result: ActionResult | undefined
  /** The label of the main button. */
  save?: string
  /** The state of an earlier draft, after 'What you typed on 5 May 2026'. */
  draftState?: string
  /** True while the main button has to wait, because something that the form relies on is being saved. */
  isWaiting?: boolean
  /** Called before the form is sent; it is not sent if this prevents the default. */
  onSubmit?(event: FormEvent<HTMLFormElement>): void
  /** More buttons, such as publish and delete, each with its `intent`. */
  buttons?: ReactNode
  /** Fields that are shown before the buttons, in the same row. */
  renderBeside?(field: (name: Name) => Field, tick: (name: Name) => Tick): ReactNode
  children(field: (name: Name) => Field, tick: (name: Name) => Tick): ReactNode
}

/**
 * An admin form. Typed text survives errors, conflicts and broken connections: the response returns it and a draft
 * stores it. If another admin changed the record, the form says so before it overwrites the change. Pair it with
 * `preserveFormValues` as the route's clientAction.
 */
export function RecordForm<Name extends string>({
  action,
  draft: key,
  stored,
  version,
  result,
  save = 'Save',
  draftState = 'was never saved',
  isWaiting = false,
  onSubmit,
  buttons,
  renderBeside,
  children,
}: Props<Name>) {
  const form = useRef<HTMLFormElement>(null)
  const { key: fetcherKey } = useLocation()
  const [navigation, fetcher] = [useNavigation(), useFetcher({ key: fetcherKey })]
  const draft = useDraft(key, version, stored)
  const lineIsBack = useReconnected(result?.offline ? result.at : null)
  const saving = (action ? fetcher : navigation).formData?.get('draft') === key
  const field = (name: Name): Field => ({
    name,
    defaultValue: result?.values[name] ?? stored[name] ?? '',
    error: result?.errors[name],
  })
  // Browsers do not send unticked boxes.
  const tick = (name: Name): Tick => ({ name, defaultChecked: (result ? result.values : stored)[name] === 'on' })

  return (
    <Form
      // After saving, the fields show the stored values, for example trimmed.
      key={version}
      ref={form}
      className="stack record"
      method="post"
      action={action}
      navigate={!action}
      fetcherKey={fetcherKey}
      encType="multipart/form-data"
      noValidate
      data-record
      onInput={({ currentTarget }) => draft.saveSoon(currentTarget)}
      onSubmit={(event) => {
        draft.saveNow(event.currentTarget)
        onSubmit?.(event)
      }}
    >
      <AccountField />
      <input type="hidden" name="draft" value={key} />
      <input type="hidden" name="version" value={result?.stored?.version ?? version} />
      {draft.found && !result && (
        <div className="note row" role="status">
          <span>
            What you typed on {formatMoment(draft.found.at)} {draftState}.
            {version && draft.found.version !== version && ' The record was changed since then.'}
          </span>
          <button className="btn" type="button" onClick={() => form.current && draft.putBack(form.current)}>
            Restore it
          </button>
          <button className="btn bare" type="button" onClick={draft.discard}>
            Discard it
          </button>
        </div>
      )}
      <ErrorSummary error={result && { ...result, text: lineIsBack ? 'The connection is back. Save again now.' : result.text }}>
        {result?.stored && result.stored.fields.length > 0 && (
          <dl className="pairs">
            {result.stored.fields.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}, stored now</dt>
                <dd>{value || 'empty'}</dd>
              </div>
            ))}
          </dl>
        )}
      </ErrorSummary>
      {children(field, tick)}
      <div className="row acts">
        {renderBeside?.(field, tick)}
        <button className="btn go" name="intent" value="save" disabled={saving || isWaiting}>
          {saving ? 'Saving…' : save}
        </button>
        {buttons}
      </div>
    </Form>
  )
}

/** Returns true if the connection is back after it broke at the time `broke`. */
function useReconnected(broke: number | null): boolean {
  const [backAt, setBackAt] = useState(0)
  useEffect(() => {
    const online = () => setBackAt(Date.now())
    window.addEventListener('online', online)
    return () => window.removeEventListener('online', online)
  }, [])
  return broke !== null && backAt > broke
}
