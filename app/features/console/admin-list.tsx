import type { ReactNode } from 'react'
import { Form, Link, useLocation, useNavigation } from 'react-router'
import { capitalised } from '#app/platform/text/strings.ts'
import { AccountField } from '#app/ui/account-field.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { ActionResult } from './action-result.ts'
import { AdminLink } from './admin-link.tsx'
import type { BulkAction, BulkResult } from './bulk.ts'
import { BulkBar, BulkOutcome, SelectAll, SelectRow, useSelection, useSelectionKey } from './bulk-bar.tsx'
import { type Choice, type Dates, ListSearch, ListTitle } from './list-head.tsx'
import { type Column, RecordTable } from './record-table.tsx'

/** A page of a list for the component; rows are null if the read failed. */
type Shown<Row> = { rows: Row[] | null; next: string | null; previous: string | null }

/** A part of the list, shown as a tab. `count` is set where it is known. */
type Part = { show: string; label: string; count?: number }

/** The actions on selected rows. */
type Bulk<Row> = {
  actions: readonly BulkAction[]
  result: BulkResult | ActionResult | undefined
  /** The row's name, which the label of its checkbox says. */
  getName(row: Row): string
  /** The value of its checkbox; the row's key by default. */
  getId?(row: Row): string
  exportList?: string
}

type BuiltIn = { name: string; details: string }

type Props<Row> = {
  title: string
  page: Shown<Row>
  address: { search: string; show: string }
  parts?: readonly Part[]
  /** The search's placeholder, which names the searched columns. Without it there is no search. */
  searchIn?: string
  choices?: readonly Choice[]
  dates?: Dates
  /** Further actions for the whole list, next to 'New'. */
  acts?: ReactNode
  /** The label of the button that copies the built-in records, which the site shows while the list is empty. */
  adopt?: string | false
  /** Built-in records that the empty list shows. The button `open` of one copies all and opens it. */
  builtIn?: readonly BuiltIn[]
  /** The address of 'New'. Without it there is no button. */
  create?: { to: string; label: string }
  /** The maximum length of a search, 200 by default. */
  maxChars?: number
  /** The description of the list, below its title. */
  about?: string
  empty: { title: string; hint?: string }
  /** A hint for a search without results. */
  notFound?: string
  getKey(row: Row): string
  bulk?: Bulk<Row> | undefined
  /** The columns beside the name. With them the list is a table on a desktop, and cards on a phone. */
  columns?: readonly Column<Row>[]
  /** The heading of the names in the table; without it the noun of `total`. */
  heading?: string
  /** The number of rows on all pages, and their noun. */
  total?: { count: number | null; one: string; many: string }
  /** Other totals of all pages, as a sentence. */
  summary?: string | undefined
  children(row: Row): ReactNode
}

const noParts: readonly Part[] = []
const noBuiltIn: readonly BuiltIn[] = []
const noChoices: readonly Choice[] = []

/**
 * An admin list: parts as tabs, search as a GET form, pages by keyset, and its empty, loading and error states. The
 * address has the whole state, so that it can be bookmarked, shared and reached with Back.
 */
export function AdminList<Row>({
  title,
  page,
  address,
  parts = noParts,
  searchIn,
  choices = noChoices,
  dates,
  acts,
  adopt,
  builtIn = noBuiltIn,
  create,
  maxChars = 200,
  about,
  empty,
  notFound = 'Try fewer words, or look in another list.',
  getKey,
  bulk,
  columns,
  heading,
  total,
  summary = total?.count == null
    ? undefined
    : `${total.count.toLocaleString('en-NG')} ${total.count === 1 ? total.one : total.many}`,
  children,
}: Props<Row>) {
  const getId = bulk?.getId ?? getKey
  const selectionKey = useSelectionKey(page.rows?.map(getId) ?? [], bulk?.result)
  const selection = useSelection(selectionKey)
  const { pathname } = useLocation()
  const navigation = useNavigation()
  const loading = navigation.state === 'loading' && navigation.location.pathname === pathname && !navigation.formMethod
  const here = (more: Record<string, string | null>) => {
    const parameters = new URLSearchParams()
    const chosen = Object.fromEntries(choices.map(({ name, value }) => [name, value]))
    const days = dates?.period ? { period: dates.period } : { from: dates?.from ?? null, to: dates?.to ?? null }
    for (const [name, value] of Object.entries({ search: address.search, show: address.show, ...chosen, ...days, ...more })) {
      if (value && !(name === 'show' && value === parts[0]?.show)) {
        parameters.set(name, value)
      }
    }
    return parameters.size > 0 ? `${pathname}?${parameters.toString()}` : pathname
  }
  const narrowed = address.search !== '' || choices.some(({ value }) => value !== '') || Boolean(dates?.from || dates?.to)
  const isEmpty = page.rows?.length === 0 && !narrowed
  const copy = adopt && (
    <Form method="post">
      <AccountField />
      <button className="btn">{adopt}</button>
    </Form>
  )
  return (
    <section className="stack admin-section record-list" aria-busy={loading} onChange={bulk && selection.change}>
      <ListTitle title={title} about={about} acts={acts ?? (!isEmpty && copy)} create={create} />
      {searchIn && (
        <ListSearch
          pathname={pathname}
          show={address.show === parts[0]?.show ? undefined : address.show}
          search={address.search}
          searchIn={searchIn}
          maxChars={maxChars}
          choices={choices}
          dates={dates}
        />
      )}
      {parts.length > 0 && (
        <nav className="tabs" aria-label={`Parts of ${title}`}>
          {parts.map(({ show, label, count }) => (
            <Link key={show} to={here({ show })} aria-current={show === address.show ? 'true' : undefined}>
              {label}
              {count !== undefined && count > 0 && <span className="count">{count}</span>}
            </Link>
          ))}
        </nav>
      )}
      {bulk && <BulkOutcome result={bulk.result} />}
      {page.rows !== null && page.rows.length > 0 && (bulk ?? summary) && (
        <div className="row between list-head">
          {bulk && <SelectAll key={`all ${selectionKey}`} ids={page.rows.map(getId)} />}
          {summary && <span className="small soft">{summary}</span>}
        </div>
      )}
      {bulk && (
        <BulkBar
          key={`bar ${selectionKey}`}
          form={selection.form}
          count={selection.count}
          actions={bulk.actions}
          exportList={bulk.exportList}
        />
      )}
      {page.rows === null ? (
        <EmptyState title="This list could not be loaded." hint="Nothing is lost; only the list is missing.">
          <a className="btn" href={here({})}>
            Try again
          </a>
        </EmptyState>
      ) : isEmpty && builtIn.length > 0 ? (
        <BuiltInRecords about={empty} records={builtIn} />
      ) : page.rows.length === 0 ? (
        <EmptyState
          title={
            address.search
              ? `Nothing here is called '${address.search}'.`
              : narrowed
                ? 'Nothing matches these filters.'
                : empty.title
          }
          {...(address.search ? { hint: notFound } : !narrowed && empty.hint ? { hint: empty.hint } : {})}
        >
          {isEmpty && copy}
          {narrowed && (
            <Link
              className="btn"
              to={here({
                search: null,
                from: null,
                to: null,
                period: null,
                ...Object.fromEntries(choices.map(({ name }) => [name, null])),
              })}
            >
              Show all
            </Link>
          )}
        </EmptyState>
      ) : columns ? (
        <RecordTable
          key={selectionKey}
          rows={page.rows}
          heading={heading ?? capitalised(total?.one ?? 'name')}
          columns={columns}
          getKey={getKey}
          select={bulk && { getId, getName: bulk.getName }}
        >
          {children}
        </RecordTable>
      ) : (
        <ul key={selectionKey} className={bulk ? 'lines selectable' : 'lines'}>
          {page.rows.map((row) => (
            <li key={getKey(row)} data-row>
              {bulk && <SelectRow id={getId(row)} name={bulk.getName(row)} />}
              {children(row)}
            </li>
          ))}
        </ul>
      )}
      {(page.next ?? page.previous) !== null && (
        <nav className="row between" aria-label="Pages">
          {page.previous ? (
            <Link className="btn" to={here({ before: page.previous })}>
              Previous page
            </Link>
          ) : (
            <span />
          )}
          {page.next && (
            <Link className="btn" to={here({ after: page.next })}>
              Next page
            </Link>
          )}
        </nav>
      )}
    </section>
  )
}

function BuiltInRecords({ about, records }: { about: { title: string; hint?: string }; records: readonly BuiltIn[] }) {
  return (
    <>
      <p className="note">
        <b>{about.title}</b> {about.hint}
      </p>
      <ul className="lines">
        {records.map(({ name, details }) => (
          <li key={name}>
            <div>
              <p className="name">{name}</p>
              <p className="small soft">{details}</p>
            </div>
            <Form method="post">
              <AccountField />
              <button className="btn" name="open" value={name} aria-label={`Change ${name}`}>
                Change
              </button>
            </Form>
          </li>
        ))}
      </ul>
    </>
  )
}

/** A row: its name as a link, details below, badges and buttons beside it. */
export function Line({ to, name, details, children }: { to: string; name: string; details: ReactNode; children?: ReactNode }) {
  return (
    <>
      <div>
        <p className="name">
          <AdminLink to={to}>{name}</AdminLink>
        </p>
        <p className="small soft">{details}</p>
      </div>
      {children && <div className="row aside">{children}</div>}
    </>
  )
}

/** The name of a record in a list with columns, as a link. */
export function RecordName({ to, name }: { to: string; name: string }) {
  return (
    <p className="name">
      <AdminLink to={to}>{name}</AdminLink>
    </p>
  )
}
