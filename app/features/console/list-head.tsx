import type { ReactNode } from 'react'
import { href, Form, Link } from 'react-router'
import { type ListDays, periods } from '#app/platform/lists/day-filter.ts'
import { Icon } from '#app/ui/icon.tsx'

/** A filter of a list in addition to its parts, or its order. `value` is that in the address, '' for `all`. */
export type Choice = {
  name: string
  label: string
  all: string
  value: string
  options: readonly { value: string; label: string }[]
}

/** The days that a list shows, in its address. `max` is the last day that can be chosen. */
export type Dates = ListDays & { max: string }

type TitleProps = {
  title: string
  about?: string | undefined
  acts?: ReactNode
  create?: { to: string; label: string } | undefined
}

/** The title of a list with its buttons. On a phone the browser's popover opens `acts`, so that the title is one line. */
export function ListTitle({ title, about, acts, create }: TitleProps) {
  return (
    <div className="list-title">
      <h1>{title}</h1>
      {about && <p className="soft list-about">{about}</p>}
      {(create || acts) && (
        <div className="list-buttons">
          {acts && (
            <>
              <button className="btn list-more" type="button" popoverTarget="list-acts" aria-label="More actions">
                ⋯
              </button>
              <div className="list-acts" id="list-acts" popover="auto">
                {acts}
              </div>
            </>
          )}
          {create && (
            <Link className="btn go" to={create.to} data-new>
              {create.label.startsWith('New ') ? (
                <span>
                  New<span className="list-noun">{create.label.slice(3)}</span>
                </span>
              ) : (
                create.label
              )}
            </Link>
          )}
        </div>
      )}
    </div>
  )
}

type SearchProps = {
  pathname: string
  /** The part to stay in, unless it is the first. */
  show: string | undefined
  search: string
  searchIn: string
  maxChars: number
  choices: readonly Choice[]
  dates: Dates | undefined
}

/** The search of a list as a GET form in one line. On a phone the browser's popover opens the filters. */
export function ListSearch({ pathname, show, search, searchIn, maxChars, choices, dates }: SearchProps) {
  const count = choices.filter(({ value }) => value !== '').length
  return (
    <Form
      className={['find', choices.length > 0 && 'chosen', dates && 'dated'].filter(Boolean).join(' ')}
      role="search"
      action={pathname}
      onSubmit={({ currentTarget }) => currentTarget.querySelector<HTMLElement>(':popover-open')?.hidePopover()}
    >
      {show && <input type="hidden" name="show" value={show} />}
      <p className="field">
        <label className="sr" htmlFor="search">
          Search
        </label>
        <input
          key={search}
          id="search"
          name="search"
          type="search"
          enterKeyHint="search"
          maxLength={maxChars}
          placeholder={searchIn}
          aria-keyshortcuts={href('/')}
          defaultValue={search}
        />
      </p>
      {choices.length > 0 && (
        <>
          <button className="btn list-filters" type="button" popoverTarget="list-choice">
            {count > 0 ? `Filters: ${count}` : 'Filters'}
          </button>
          <div className="list-choice" id="list-choice" popover="auto">
            {choices.map((choice) => (
              <ChoiceField key={choice.name} {...choice} />
            ))}
            <button className="btn go">Show</button>
          </div>
        </>
      )}
      {dates && <DateFields {...dates} />}
      <p>
        <button className="btn list-search">
          <Icon name="search" />
          <span>Search</span>
        </button>
      </p>
    </Form>
  )
}

function ChoiceField({ name, label, all, value, options }: Choice) {
  return (
    <p className="field">
      <label htmlFor={`list-${name}`}>{label}</label>
      <select
        key={value}
        id={`list-${name}`}
        name={name}
        defaultValue={value}
        onChange={({ currentTarget }) => currentTarget.form?.requestSubmit()}
      >
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </p>
  )
}

function DateFields({ from, to, period, max }: Dates) {
  const [first, last] = period ? ['', ''] : [from, to]
  return (
    <>
      <button className="btn list-filters" type="button" popoverTarget="list-dates">
        {from || to ? 'Dates: set' : 'Dates'}
      </button>
      <div className="list-dates" id="list-dates" popover="auto">
        <p className="field">
          <label htmlFor="period">Period</label>
          <select
            key={period}
            id="period"
            name="period"
            defaultValue={period}
            onChange={({ currentTarget: { form } }) => {
              for (const day of form?.querySelectorAll<HTMLInputElement>('[type=date]') ?? []) {
                day.value = ''
              }
              form?.requestSubmit()
            }}
          >
            <option value="">Any time</option>
            {periods.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </p>
        <p className="field">
          <label htmlFor="from">From</label>
          <input key={first} id="from" name="from" type="date" max={max} defaultValue={first} />
        </p>
        <p className="field">
          <label htmlFor="to">To</label>
          <input key={last} id="to" name="to" type="date" max={max} defaultValue={last} />
        </p>
        <button className="btn go">Show</button>
      </div>
    </>
  )
}
