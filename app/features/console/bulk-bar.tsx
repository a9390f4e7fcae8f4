import { type FormEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { href, Form, Link, useLocation, useNavigation, useSubmit } from 'react-router'
import { focusError } from '#app/platform/forms/error-focus.ts'
import { AccountField } from '#app/ui/account-field.tsx'
import { ErrorSummary } from '#app/ui/field.tsx'
import { focusOnLoad } from '#app/ui/focus.ts'
import type { ActionResult } from './action-result.ts'
import { type BulkAction, type BulkResult, isBulkResult, splitForPhone } from './bulk.ts'

/**
 * Identifies the selection of a list: its rows, and the last action that changed some. Nothing is selected after a change,
 * but the selection stays if an action was rejected or changed nothing.
 */
export function useSelectionKey(ids: readonly string[], result: BulkResult | ActionResult | undefined): string {
  const changedAt = isBulkResult(result) && result.bulk.hasChanged ? result.at : null
  const [lastChange, setLastChange] = useState(changedAt)
  if (changedAt !== null && changedAt !== lastChange) {
    setLastChange(changedAt)
  }
  return `${ids.join()} ${lastChange ?? ''}`
}

/** The id of the form, which the rows' checkboxes name, because rows may have forms of their own. */
const FORM = 'selected-rows'

/** The id of the actions that a phone shows on demand. */
const MORE = 'more-for-selected'

/**
 * The selection of a list: `count` rows, and the handler for changes of its checkboxes. `page` identifies the rows; on
 * another page nothing is selected.
 */
export function useSelection(page: string) {
  const form = useRef<HTMLFormElement>(null)
  const [selected, setSelected] = useState({ page, count: 0 })
  const change = useCallback(
    ({ target }: { target: EventTarget }) => {
      if (!(form.current && target instanceof HTMLInputElement && target.form === form.current)) {
        return
      }
      const boxes = [...form.current.elements].filter(
        (box): box is HTMLInputElement => box instanceof HTMLInputElement && box.type === 'checkbox',
      )
      const rows = boxes.filter(({ name }) => name === 'id')
      const all = boxes.find(({ name }) => name === 'all')
      if (target === all) {
        for (const row of rows) {
          row.checked = all.checked
        }
      } else if (all) {
        all.checked = rows.every(({ checked }) => checked)
      }
      setSelected({ page, count: rows.filter(({ checked }) => checked).length })
    },
    [page],
  )
  return { form, count: selected.page === page ? selected.count : 0, change }
}

/** The checkbox of a row. */
export function SelectRow({ id, name }: { id: string; name: string }) {
  return (
    <label className="select-row">
      <span className="sr">Select {name}</span>
      <input type="checkbox" name="id" value={id} form={FORM} autoComplete="off" />
    </label>
  )
}

/** The checkbox that selects all rows of the page. Without a script the server selects them. */
export function SelectAll({ ids }: { ids: readonly string[] }) {
  return (
    <label className="select-row select-all">
      <input type="checkbox" name="all" form={FORM} autoComplete="off" />
      <span>Select all on this page</span>
      {ids.map((id) => (
        <input key={id} type="hidden" name="shown" value={id} form={FORM} />
      ))}
    </label>
  )
}

type Props = {
  form: RefObject<HTMLFormElement | null>
  count: number
  actions: readonly BulkAction[]
  /** The list's name for the CSV export of the selected rows. Without it there is no export. */
  exportList?: string | undefined
}

/**
 * The bar at the bottom with the actions on the selected rows, while a row is selected. The keyboard reaches it before the
 * rows. On a phone it is one line, and the browser's popover opens the other actions.
 */
export function BulkBar({ form, count, actions, exportList }: Props) {
  const { pathname, search } = useLocation()
  const submit = useSubmit()
  const isBusy = useNavigation().state !== 'idle'
  const { first, more } = splitForPhone(
    exportList
      ? [...actions, { intent: 'export', label: 'Export CSV', page: href('/admin/catalogue/export/:list', { list: exportList }) }]
      : actions,
  )
  const words = count > 0 ? `${count} selected` : 'Selected rows'
  const send = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent
    closeSheet(form.current)
    // A file is downloaded by the browser itself.
    if (submitter instanceof HTMLButtonElement && submitter.value !== 'export') {
      event.preventDefault()
      void submit(submitter, { preventScrollReset: submitter.formMethod !== 'get' })
    }
  }
  return (
    <form ref={form} id={FORM} className="bulk-bar" method="post" action={pathname + search} onSubmit={send}>
      <AccountField />
      <input type="hidden" name="selection" value="rows" />
      {search && <input type="hidden" name="list" value={search} />}
      <b aria-live="polite">{words}</b>
      {first.map((action) => (
        <ActionButton key={action.intent} {...action} isBusy={isBusy} />
      ))}
      {actions.length > 0 && (
        <>
          <button
            type="button"
            className={more.length > 0 ? 'btn bulk-open' : 'btn bulk-open for-large-text'}
            popoverTarget={MORE}
          >
            {first.length > 0 ? (
              <>
                <span className="not-for-large-text">More</span>
                <span className="for-large-text">Actions</span>
              </>
            ) : (
              'Actions'
            )}
          </button>
          <div id={MORE} className="bulk-more" popover="auto">
            {/* It covers the rows, because a tap that dismisses the popover would open the row below it. */}
            <button
              type="button"
              className="bulk-cover"
              popoverTarget={MORE}
              popoverTargetAction="hide"
              tabIndex={-1}
              aria-label="Back to the list"
            />
            <div className="bulk-sheet">
              <div className="row between bulk-sheet-head">
                <h2>{words}</h2>
                <button type="button" className="btn bare" popoverTarget={MORE} popoverTargetAction="hide">
                  Close
                </button>
              </div>
              {/* With large text they have no room in the bar. */}
              {first.map((action) => (
                <span key={action.intent} className="for-large-text">
                  <ActionButton {...action} isBusy={isBusy} />
                </span>
              ))}
              {more.map((action) => (
                <ActionButton key={action.intent} {...action} isBusy={isBusy} />
              ))}
            </div>
          </div>
        </>
      )}
    </form>
  )
}

/** Closes the sheet with the other actions. The button that opened it loses the focus, so that an error can have it. */
function closeSheet(form: HTMLFormElement | null): void {
  const sheet = form?.querySelector<HTMLElement>(':popover-open')
  if (sheet) {
    sheet.hidePopover()
    form?.querySelector<HTMLElement>(':focus')?.blur()
  }
}

function ActionButton({ intent, label, options, optionsLabel, page, isDangerous, isBusy }: BulkAction & { isBusy: boolean }) {
  const button = { name: 'intent', value: intent, disabled: isBusy }
  if (!options) {
    return (
      <button
        className={isDangerous ? 'btn no' : 'btn'}
        {...button}
        formNoValidate
        {...(page && { formMethod: 'get', formAction: page })}
      >
        {label}
      </button>
    )
  }
  return (
    <span className="bulk-move">
      <select name="to" aria-label={optionsLabel} defaultValue="" required>
        <option value="">{optionsLabel}</option>
        {options.map(({ value, label: words }) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
      {/* Only this button needs the select, so the browser asks for a choice. */}
      <button className="btn" {...button}>
        {label}
      </button>
    </span>
  )
}

/** The maximum number of unchanged rows that are listed at once. */
const MAX_OPEN = 5

/** The outcome of an action on selected rows: the unchanged ones, and a button to reverse or confirm it. */
export function BulkOutcome({ result }: { result: BulkResult | ActionResult | undefined }) {
  const { pathname, search } = useLocation()
  const note = useRef<HTMLDivElement>(null)
  const at = result?.at
  useEffect(() => {
    if (at) {
      note.current?.scrollIntoView({ block: 'center' })
      focusError(note.current)
    }
  }, [at])
  if (result && !isBulkResult(result)) {
    return <ErrorSummary error={result} />
  }
  const outcome = result?.bulk
  return (
    <div role="status" className="bulk-status">
      {outcome && (
        <div className="note stack bulk-outcome" key={result.at} ref={note} tabIndex={-1} {...focusOnLoad}>
          <div className="row between">
            <b>{outcome.text}</b>
            {outcome.next && (
              <Form method="post" action={pathname + search} preventScrollReset className="row">
                <AccountField />
                <input type="hidden" name="selection" value="rows" />
                {outcome.next.isConfirmed && <input type="hidden" name="confirmed" value="on" />}
                {outcome.next.ids.map((id) => (
                  <input key={id} type="hidden" name="id" value={id} />
                ))}
                <button className={outcome.next.isConfirmed ? 'btn no' : 'btn'} name="intent" value={outcome.next.intent}>
                  {outcome.next.label}
                </button>
                {outcome.next.isConfirmed && (
                  <Link className="btn bare" to={pathname + search} preventScrollReset>
                    Cancel
                  </Link>
                )}
              </Form>
            )}
          </div>
          {outcome.unchanged.length > 0 && (
            <details open={outcome.unchanged.length <= MAX_OPEN}>
              <summary>
                <span>Not changed: {outcome.unchanged.length}</span>
              </summary>
              <ul className="small">
                {outcome.unchanged.map(({ id, name, reason }) => (
                  <li key={id}>
                    {name} &ndash; {reason}
                  </li>
                ))}
              </ul>
            </details>
          )}
        </div>
      )}
    </div>
  )
}
