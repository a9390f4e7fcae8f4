import { type ComponentProps, type ReactNode, useId } from 'react'
import { Icon } from './icon.tsx'

type Shared = { label: ReactNode; hint?: ReactNode; error?: string | undefined; optional?: boolean }

/** Connects a control with its hint and error, so that screen readers read them with it. */
function useWiring({ hint, error }: Pick<Shared, 'hint' | 'error'>) {
  const id = useId()
  const described = [hint ? `${id}-hint` : null, error ? `${id}-error` : null].filter((part) => part !== null).join(' ')
  return {
    id,
    control: { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined },
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
  return (
    <Frame {...{ id, label, hint, error, optional }}>
      {above}
      <textarea {...area} {...control} />
    </Frame>
  )
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
