import { useId } from 'react'

/** A sales file that was previewed, to be sent again with the meaning of its columns and values. */
export type ChosenFile = {
  provider: string
  text: string
  header: string[]
  /** Its first lines, which help to identify the columns. */
  first: string[][]
  columns: Record<string, string>
  /** Kinds without a column. */
  missing: string[]
  reading: {
    known: string
    decimal: '.' | ',' | null
    order: 'day' | 'month' | null
    dated: boolean
    currency: string
    unknown: string[]
  }
  /** The submitted values of the selects below. */
  chosen: Record<string, string>
}

type Props = { file: ChosenFile; kinds: readonly { kind: string; label: string; needed: boolean }[]; isOpen: boolean }

const decimals = { '.': '3,500.50 has a decimal point', ',': '3.500,50 has a decimal comma' }
const orders = { day: '02/09/2026 is 2 September', month: '02/09/2026 is 9 February' }
const CURRENCIES = ['NGN', 'USD', 'GBP', 'EUR', 'GHS', 'KES', 'ZAR', 'XOF']
const meanings = { paid: 'Paid: a sale', unpaid: 'Not paid: leave out', refunded: 'Refunded: leave out' }

/** The file itself, how it is read, and the columns. The columns are remembered for the provider's next file. */
export function SalesFileForm({ file, kinds, isOpen }: Props) {
  const { header, first, columns, missing, reading } = file
  const answered = Object.keys(file.chosen).flatMap((name) => (name.startsWith('status-') ? [name.slice('status-'.length)] : []))
  const example = (name: string) => {
    const at = header.indexOf(name)
    return first.map((cells) => cells[at] ?? '').find((cell) => cell !== '')
  }
  return (
    <>
      <textarea name="csv" hidden readOnly value={file.text} aria-label="The file" />
      <input type="hidden" name="provider" value={file.provider} />
      {missing.length === 0 && <ReadingForm file={file} />}
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
      {[...reading.unknown, ...answered].map((word) => (
        <Choice
          key={word}
          name={`status-${word}`}
          label={word === '' ? 'What does an empty status mean?' : `What does the status “${word}” mean?`}
          options={meanings}
          chosen={file.chosen[`status-${word}`]}
          prompt="Choose one"
        />
      ))}
    </>
  )
}

/** One line that says how amounts and dates are read, with the selects that change it. */
function ReadingForm({ file: { reading, chosen } }: { file: ChosenFile }) {
  const { known, decimal, order, dated, currency } = reading
  const line = [
    known && `${known} export`,
    decimal ? decimals[decimal] : 'the amounts have two kinds of decimal marks',
    dated && (order ? orders[order] : 'the dates have two orders of day and month'),
    `amounts without a currency are ${currency}`,
  ]
  return (
    <details className="card" open={decimal === null || order === null || undefined}>
      <summary>
        <span>Read as: {line.filter(Boolean).join(' · ')}</span>
        <span>Change</span>
      </summary>
      <div className="stack">
        <Choice
          name="decimal"
          label="Amounts"
          options={decimals}
          chosen={chosen.decimal}
          prompt={decimal ? 'As the file shows' : 'Choose one'}
        />
        {dated && (
          <Choice
            name="order"
            label="Dates"
            options={orders}
            chosen={chosen.order}
            prompt={order ? 'As the file shows' : 'Choose one'}
          />
        )}
        <Choice
          name="currency"
          label="Currency of amounts that name none"
          options={Object.fromEntries(CURRENCIES.map((code) => [code, code]))}
          chosen={chosen.currency}
          prompt="As the file shows"
        />
      </div>
    </details>
  )
}

type ChoiceProps = { name: string; label: string; options: Record<string, string>; chosen?: string | undefined; prompt: string }

function Choice({ name, label, options, chosen, prompt }: ChoiceProps) {
  const id = useId()
  return (
    <p className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} name={name} defaultValue={chosen ?? ''}>
        <option value="">{prompt}</option>
        {Object.entries(options).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </p>
  )
}
