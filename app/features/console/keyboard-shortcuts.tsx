import { href } from 'react-router'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { readStored, storeValue } from '#app/platform/pages/browser-storage.ts'
import { SHORTCUTS_SWITCH } from '#app/platform/pages/personal-storage.ts'

const keys = [
  { press: 'Ctrl+K', does: 'Find anything' },
  { press: href('/'), does: 'Search this list' },
  { press: 'j or ↓', does: 'Next row' },
  { press: 'k or ↑', does: 'Previous row' },
  { press: 'Enter', does: 'Open the row' },
  { press: 'x', does: 'Select the row' },
  { press: 'n', does: 'New' },
  { press: 'Ctrl+Enter', does: 'Save the form' },
  { press: 'Ctrl+B', does: 'Menu' },
  { press: '?', does: 'This help' },
] as const

/**
 * The admin console's keyboard shortcuts and the dialog that lists them. Single letters can be switched off there,
 * because they disturb people who use speech input.
 */
export function Keys() {
  const sheet = useRef<HTMLDivElement>(null)
  const single = useSyncExternalStore(switched, areOn, byDefault)

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey) {
        return
      }
      const target = event.target instanceof HTMLElement ? event.target : document.body
      if ((event.ctrlKey || event.metaKey) && event.key === 'Enter') {
        const form = target.closest<HTMLFormElement>('form[data-record]')
        if (form) {
          event.preventDefault()
          form.requestSubmit(form.querySelector<HTMLButtonElement>('button[value=save]'))
        }
        return
      }
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        openSearch()
        return
      }
      const typing = target.closest('input:not([type=checkbox],[type=radio]),textarea,select,[contenteditable]') !== null
      const onRow = target.closest('[data-row]') !== null
      if (event.ctrlKey || event.metaKey || typing || !(single || (onRow && event.key.startsWith('Arrow')))) {
        return
      }
      if (act(event.key, target, onRow, sheet.current)) {
        event.preventDefault()
      }
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [single])

  return (
    <div className="keys card stack" id="keys" popover="auto" ref={sheet} role="dialog" aria-labelledby="keys-title">
      <h2 className="h3" id="keys-title">
        Keyboard shortcuts
      </h2>
      <dl>
        {keys.map(({ press, does }) => (
          <div key={press}>
            <dt>
              <kbd>{press}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <label className="tick">
        <input type="checkbox" checked={single} onChange={({ target }) => turn(target.checked)} />
        Single letters work
      </label>
      <button className="btn" type="button" popoverTarget="keys" popoverTargetAction="hide">
        Close
      </button>
    </div>
  )
}

/** Runs a key's shortcut. Returns false if it has none here, so that the browser handles the key. */
function act(key: string, target: HTMLElement, onRow: boolean, sheet: HTMLElement | null): boolean {
  switch (key) {
    case href('/'):
      return focus(document.querySelector('#search')) || openSearch()
    case 'n':
      return click(document.querySelector('main a[data-new]'))
    case '?':
      sheet?.togglePopover()
      return sheet !== null
    case 'x':
      return click(target.closest('[data-row]')?.querySelector('.select-row input') ?? null)
    case 'j':
      return step(target, 1)
    case 'k':
      return step(target, -1)
    case 'ArrowDown':
      return onRow && step(target, 1)
    case 'ArrowUp':
      return onRow && step(target, -1)
    default:
      return false
  }
}

function step(target: HTMLElement, by: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>('main [data-row]')]
  const at = rows.findIndex((row) => row.contains(target))
  const next = at === -1 ? (by === 1 ? rows[0] : rows.at(-1)) : rows[at + by]
  return focus(next?.querySelector('a, button') ?? null)
}

/** Focuses the search of the console; a narrow window has only its button, which leads to the page with the field. */
function openSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('#console-search')
  if (field?.checkVisibility() === false) {
    field.form?.requestSubmit()
    return true
  }
  return focus(field)
}

function focus(element: Element | null): boolean {
  if (!(element instanceof HTMLElement)) {
    return false
  }
  element.focus()
  element.scrollIntoView({ block: 'nearest' })
  return true
}

function click(control: Element | null): boolean {
  if (!(control instanceof HTMLElement)) {
    return false
  }
  control.click()
  return true
}

/** The switch's state on this page, for a browser without storage. */
let off: boolean | null = null

function areOn(): boolean {
  return !(off ?? readStored(SHORTCUTS_SWITCH) === 'off')
}

const byDefault = () => true

function switched(tell: () => void): () => void {
  addEventListener(SHORTCUTS_SWITCH, tell)
  return () => removeEventListener(SHORTCUTS_SWITCH, tell)
}

function turn(on: boolean): void {
  off = !on
  storeValue(SHORTCUTS_SWITCH, on ? 'on' : 'off')
  dispatchEvent(new Event(SHORTCUTS_SWITCH))
}
