import type { ReactNode } from 'react'

type Field = { name: string; defaultValue: string; error: string | undefined }

/**
 * Optional fields of a record's form, folded under a summary that lists the filled ones. It opens when one of them has an
 * error, or when a field of `opensWith` is filled.
 * @param fields the labels of its fields, in order.
 */
export function FormSection<Name extends string>({
  title,
  fields,
  opensWith,
  field,
  children,
}: {
  title: string
  fields: Readonly<Partial<Record<Name, string>>>
  opensWith?: readonly Name[]
  field(name: Name): Field
  children: ReactNode
}) {
  const names = Object.keys(fields) as Name[]
  const isFilled = (name: Name) => field(name).defaultValue.trim() !== ''
  const filled = names.filter(isFilled).map((name) => fields[name])
  const hasError = names.some((name) => field(name).error !== undefined)
  return (
    <details className="form-section" open={hasError || Boolean(opensWith?.some(isFilled))}>
      <summary>
        <b>{title}</b>
        <span className="small">{filled.length > 0 ? filled.join(', ') : 'Nothing filled in'}</span>
      </summary>
      <div className="stack">{children}</div>
    </details>
  )
}
