/** A sales file that was previewed, to be sent again with the meaning of its columns. */
export type ChosenFile = {
  provider: string
  text: string
  header: string[]
  /** Its first lines, which help to identify the columns. */
  first: string[][]
  columns: Record<string, string>
  /** Kinds without a column. */
  missing: string[]
}

type Props = { chosen: ChosenFile; kinds: readonly { kind: string; label: string; needed: boolean }[]; isOpen: boolean }

/** The form that assigns columns. It is shown once; the provider's next file is read the same way. */
export function SalesFileForm({ chosen: { header, first, columns, missing }, kinds, isOpen }: Props) {
  const example = (name: string) => {
    const at = header.indexOf(name)
    return first.map((cells) => cells[at] ?? '').find((cell) => cell !== '')
  }
  return (
    <details className="card" open={isOpen || undefined}>
      <summary>
        <span>Match the columns</span>
        <span>{missing.length > 0 ? `${missing.length} to choose` : 'remembered once you record the sales'}</span>
      </summary>
      <div className="stack">
        {kinds.map(({ kind, label, needed }) => (
          <p key={kind} className="field">
            <label htmlFor={`column-${kind}`}>
              {label} {!needed && <span className="soft">(optional)</span>}
            </label>
            <select id={`column-${kind}`} name={`column-${kind}`} defaultValue={columns[kind] ?? ''}>
              <option value="">{needed ? 'Choose a column' : 'Not in this file'}</option>
              {header
                .filter((name) => name !== '')
                .map((name) => (
                  <option key={name} value={name}>
                    {example(name) ? `${name}: ${example(name)?.slice(0, 30)}` : name}
                  </option>
                ))}
            </select>
          </p>
        ))}
      </div>
    </details>
  )
}
