import { type ComponentProps, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { focusError } from '#app/platform/forms/error-focus.ts'
import { Icon } from './icon.tsx'

type Shared = { label: ReactNode; hint?: ReactNode; error?: string | undefined; optional?: boolean }

/** Connects a control with its hint and error, so that screen readers read them with it. */
function useWiring({ hint, error }: Pick<Shared, 'hint' | 'error'>) {
  const id = useId()
  const described = [hint ? `${id}-hint` : null, error ? `${id}-error` : null].filter((part) => part !== null).join(' ')
  return {
    id,
    control: {
      id,
      'aria-describedby': described || undefined,
      // Without a script, the browser focuses the first of them. error-focus.ts does it with one.
      ...(error && ({ 'aria-invalid': true, autoFocus: true } as const)),
    },
  }
}

function Frame({ id, label, hint, error, optional, children }: Shared & { id: string; children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={id}>
        {label} {optional && <span className="soft">(optional)</span>}
      </label>
      {children}
      {hint && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {error && (
        <span className="err" id={`${id}-error`}>
          <Icon name="warning" />
          {error}
        </span>
      )}
    </div>
  )
}

/** An input of any `type`: a line of text, a date, a file. */
export function TextField({ label, hint, error, optional, ...input }: Shared & Omit<ComponentProps<'input'>, 'id'>) {
  const { id, control } = useWiring({ hint, error })
  return (
    <Frame {...{ id, label, hint, error, optional }}>
      <input {...input} {...control} />
    </Frame>
  )
}

/** Several lines of text; `above` is shown between the label and the text. */
export function TextArea({
  label,
  hint,
  error,
  optional,
  above,
  ...area
}: Shared & Omit<ComponentProps<'textarea'>, 'id'> & { above?: ReactNode }) {
  const { id, control } = useWiring({ hint, error })
  useEarlyText(id)
  return (
    <Frame {...{ id, label, hint, error, optional }}>
      {above}
      <textarea {...area} {...control} />
    </Frame>
  )
}

/** Keeps text typed before hydration: React resets an area that has a default text, and fires no event for what it finds. */
function useEarlyText(id: string): void {
  const [early] = useState(() => findArea(id)?.value)
  useLayoutEffect(() => {
    const area = findArea(id)
    // Text typed since then is newer.
    if (area && early !== undefined && area.value === area.defaultValue) {
      area.value = early
    }
    if (area && area.value !== area.defaultValue) {
      area.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }, [id, early])
}

function findArea(id: string): HTMLTextAreaElement | null {
  return typeof document === 'undefined' ? null : document.querySelector<HTMLTextAreaElement>(`#${CSS.escape(id)}`)
}

/** A select. Its first option is empty and prompts for a choice. */
export function SelectField({
  label,
  hint,
  error,
  optional,
  options,
  ...select
}: Shared & Omit<ComponentProps<'select'>, 'id'> & { options: readonly { value: string; label: string }[] }) {
  const { id, control } = useWiring({ hint, error })
  return (
    <Frame {...{ id, label, hint, error, optional }}>
      <select {...select} {...control}>
        <option value="">Choose one</option>
        {options.map(({ value, label: words }) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </Frame>
  )
}

/** A checkbox with its label beside it. */
export function TickField({
  label,
  hint,
  ...input
}: Pick<Shared, 'label' | 'hint'> & Omit<ComponentProps<'input'>, 'id' | 'type'>) {
  const { id, control } = useWiring({ hint })
  return (
    <div className="tick">
      <input {...input} {...control} type="checkbox" />
      <label htmlFor={id}>{label}</label>
      {hint && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  )
}

/** The reason why a form was not saved, and the errors of its fields. */
type FormError = {
  title?: string
  text: string
  errors?: Readonly<Record<string, string>>
  /** The time in milliseconds, which distinguishes two equal errors. */
  at?: number
}

/**
 * Shows why a form was not saved, at the form. The first invalid field is focused, or else this summary, with and
 * without a script, so that the message is on the screen. Renders nothing without an error.
 */
export function ErrorSummary({ error, children }: { error: FormError | null | undefined; children?: ReactNode }) {
  const summary = useRef<HTMLDivElement>(null)
  const at = error && (error.at ?? error.text)
  useEffect(() => {
    if (at) {
      focusError(summary.current)
    }
  }, [at])
  return error ? (
    // Without a script the browser focuses it.
    <div className="note stop" role="alert" ref={summary} tabIndex={-1} {...(!hasKeys(error.errors) && { autoFocus: true })}>
      {error.title && <b>{error.title}</b>}
      {error.text}
      {children}
    </div>
  ) : null
}

const hasKeys = (errors: object = {}) => Object.keys(errors).length > 0
