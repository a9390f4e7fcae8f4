import { type ComponentProps, Fragment, type ReactNode } from 'react'
import { formatFieldMoment } from '#app/platform/text/dates.ts'
import { SelectField, TextArea, TextField, TickField } from '#app/ui/field.tsx'
import { FormSection } from './form-section.tsx'
import { MarkdownField } from './markdown-field.tsx'
import { WorksField } from './works-field.tsx'

type Bounds = 'type' | 'inputMode' | 'placeholder' | 'autoComplete' | 'autoCapitalize' | 'spellCheck' | 'maxLength' | 'required'

/** The control of a field in a record's form; a line of text without a `kind`. */
export type Control = Pick<ComponentProps<'input'>, Bounds> & {
  label: string
  hint?: string
  kind?: 'area' | 'chapter' | 'select' | 'tick' | 'works'
  /** The rows of an area. */
  rows?: number
  options?: readonly { value: string; label: string }[]
  /** False: the label of a field that is not required does not say so. */
  optional?: false
  /** In a row with the field before it; tight on phones too. */
  beside?: true | 'tight'
  /** The title of the folded section of this field and its neighbours with the same title. */
  section?: string
  /** Its name in the summary of the section; the label without it. */
  summary?: string
}

type Value = { name: string; defaultValue: string; error: string | undefined }
type Tick<Name extends string> = (name: Name) => { name: string; defaultChecked: boolean }
export type FieldProps = ReturnType<typeof getProps>
/** Content in place of single controls; null leaves one out. */
export type Replaced<Name extends string> = { readonly [Field in Name]?: ReactNode }

type Props<Name extends string> = {
  controls: Readonly<Record<Name, Control>>
  field(name: NoInfer<Name>): Value
  tick: Tick<NoInfer<Name>>
  replace?(fields: Record<Name, FieldProps>, tick: Tick<Name>): Replaced<Name>
}

/** The controls of a record's form, in rows and folded sections. A section is open if a box or a time in it is filled. */
export function FieldControls<Name extends string>({ controls, field, tick, replace }: Props<Name>) {
  const all = Object.keys(controls) as Name[]
  const props = Object.fromEntries(all.map((name) => [name, getProps(controls[name], field(name))])) as Record<Name, FieldProps>
  const replaced: Replaced<Name> = replace?.(props, tick) ?? {}
  const render = (name: Name) =>
    replaced[name] === undefined ? (
      <FieldControl key={name} control={controls[name]} props={props[name]} tick={tick(name)} />
    ) : (
      <Fragment key={name}>{replaced[name]}</Fragment>
    )
  const shown = all.filter((name) => replaced[name] !== null)
  return split(shown, (name, last) => controls[name].section !== controls[last].section).map((names) => {
    const rows = split(names, (name) => !controls[name].beside).map((row) =>
      row.length === 1 ? (
        row.map(render)
      ) : (
        <div key={row.join()} className={row.some((name) => controls[name].beside === 'tight') ? 'two tight' : 'two'}>
          {row.map(render)}
        </div>
      ),
    )
    const { section } = names.map((name) => controls[name])[0] ?? {}
    return section ? (
      <FormSection
        key={section}
        title={section}
        field={field}
        fields={Object.fromEntries(names.map((name) => [name, getSummary(controls[name], field(name))])) as Record<Name, string>}
        opensWith={names.filter((name) => controls[name].kind === 'tick' || controls[name].type === 'datetime-local')}
      >
        {rows}
      </FormSection>
    ) : (
      rows
    )
  })
}

function FieldControl({
  control: { kind, options },
  props,
  tick,
}: {
  control: Control
  props: FieldProps
  tick: ReturnType<Tick<string>>
}) {
  switch (kind) {
    case 'area':
      return <TextArea {...props} />
    case 'chapter':
      return <MarkdownField of="chapter" {...props} />
    case 'select':
      return <SelectField options={options ?? []} {...props} />
    case 'tick':
      return <TickField label={props.label} hint={props.hint} {...tick} />
    case 'works':
      return <WorksField {...props} />
    default:
      return <TextField {...props} />
  }
}

function getProps(control: Control, value: Value) {
  const { kind: _kind, options: _options, beside: _beside, section: _section, summary: _summary, ...props } = control
  return { ...props, optional: control.optional ?? !control.required, ...value }
}

function getSummary({ type, summary, label, options }: Control, { defaultValue }: Value): string {
  return type === 'datetime-local'
    ? (formatFieldMoment(defaultValue) ?? defaultValue)
    : (summary ?? options?.find(({ value }) => value === defaultValue)?.label ?? label.toLowerCase())
}

/** Splits a list before each element that begins a part. */
function split<Element>(list: readonly Element[], begins: (element: Element, last: Element) => boolean): Element[][] {
  const parts: Element[][] = []
  for (const [at, element] of list.entries()) {
    const last = list[at - 1]
    if (last === undefined || begins(element, last)) {
      parts.push([element])
    } else {
      parts.at(-1)?.push(element)
    }
  }
  return parts
}
