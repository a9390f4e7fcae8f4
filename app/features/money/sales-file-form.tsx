/** A file of sales that was looked at, to be sent again with what its columns are. */
export type ChosenFile = {
  provider: string
  text: string
  header: string[]
  /** Its first lines, to tell the columns by. */
  first: string[][]
  columns: Record<string, string>
  /** Kinds that no column was found for. */
  missing: string[]
}

type Props = { chosen: ChosenFile; kinds: readonly { kind: string; label: string; needed: boolean }[]; isOpen: boolean }

/** Which column is what. Asked once; the next file of this provider is read the same way. */
export function SalesFileForm({ chosen: { header, first, columns, missing }, kinds, isOpen }: Props) {
  const example = (name: string) => {
    const at = header.indexOf(name)
    return first.map((cells) => cells[at] ?? '').find((cell) => cell !== '')
  }
  return (
    <details className="card" open={isOpen || undefined}>
      <summary>
        <span>Which column is what</span>
        <span>{missing.length > 0 ? `${missing.length} to choose` : 'remembered once you write it down'}</span>
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
