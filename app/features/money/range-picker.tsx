import { Form, Link } from 'react-router'
import { type DateRange, presets } from './date-range.ts'

/** Chooses the days that the dashboard shows: one of the usual ranges, or own dates. The choice is in the address. */
export function RangePicker({ range, today }: { range: DateRange; today: string }) {
  return (
    <div className="range-picker">
      <nav className="chips range-chips" aria-label="Dates">
        {presets.map(({ key, label }) => (
          <Link
            key={key}
            className="chip"
            to={`/admin/money?period=${key}`}
            preventScrollReset
            aria-current={range.preset === key ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      <Form className="own-dates" preventScrollReset key={`${range.since} ${range.until}`}>
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
    </div>
  )
}
