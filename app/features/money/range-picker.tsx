import { Form, Link } from 'react-router'
import { type DateRange, presets } from './date-range.ts'
import { formatRange } from './period-names.ts'

type Props = {
  range: DateRange
  today: string
  /** The page, such as /admin/money. */
  path: string
  /** The other parameters of its address, which stay. */
  fields?: Readonly<Record<string, string>>
}

/** Chooses the days that a page shows: one of the usual ranges, or own dates. The choice is in the address. */
export function RangePicker({ range, today, path, fields }: Props) {
  return (
    <div className="range-picker">
      <RangeChips range={range} path={path} fields={fields} />
      <Form className="own-dates" preventScrollReset key={`${range.since} ${range.until}`}>
        {Object.entries(fields ?? {}).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <p className="field">
          <label htmlFor="from">From</label>
          <input id="from" name="from" type="date" max={today} defaultValue={range.since} />
        </p>
        <p className="field">
          <label htmlFor="to">To</label>
          <input id="to" name="to" type="date" max={today} defaultValue={range.until} />
        </p>
        <button className="btn">Show</button>
      </Form>
      {range.correction && (
        <p role="status">
          {range.correction} Shown: {formatRange(range)}.
        </p>
      )}
    </div>
  )
}

/** Chooses one of the usual ranges. */
export function RangeChips({
  range,
  path,
  fields,
}: Pick<Props, 'range' | 'path'> & { fields?: Readonly<Record<string, string>> | undefined }) {
  return (
    <nav className="chips range-chips" aria-label="Dates">
      {presets.map(({ key, label }) => (
        <Link
          key={key}
          className="chip"
          to={`${path}?${new URLSearchParams({ period: key, ...fields })}`}
          preventScrollReset
          aria-current={range.preset === key ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
