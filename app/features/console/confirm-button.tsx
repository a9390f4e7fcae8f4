import type { ToggleEvent } from 'react'

/** Scrolls an opened question above the phone's navigation. */
function showAll({ currentTarget }: ToggleEvent<HTMLDetailsElement>): void {
  if (currentTarget.open) {
    currentTarget.scrollIntoView({ block: 'nearest' })
  }
}

/**
 * A button that asks once more: it opens the question, and the button below it sends the form with `name` and `value`.
 * Works without a script.
 */
export function ConfirmButton({
  label,
  question,
  confirm,
  name = 'intent',
  value,
  formAction,
  look = '',
}: {
  label: string
  question: string
  /** The label of the button that sends the form. */
  confirm: string
  name?: string
  /** The value of `name`; a form of one act needs none. */
  value?: string
  /** The act that the button sends the form to, if it is not the form's. */
  formAction?: string
  look?: 'go' | 'no' | ''
}) {
  return (
    <>
      {/* Enter in a field presses the first submit button of the form; this one does nothing. */}
      <button type="submit" disabled hidden>
        Not yet
      </button>
      <details className="confirm" onToggle={showAll}>
        <summary className={`btn ${look}`}>{label}</summary>
        <div className="note stop stack">
          <p>{question}</p>
          <p>
            <button className="btn no" name={value && name} value={value} formAction={formAction}>
              {confirm}
            </button>
          </p>
        </div>
      </details>
    </>
  )
}
