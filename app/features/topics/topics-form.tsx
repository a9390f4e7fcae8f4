import { href } from 'react-router'
import type { Area } from './queries.server.ts'
import { LONGEST_TOPIC } from './schema.ts'
import { words } from './labels.ts'

/**
 * Text search and subject area, as a GET form; `list` is the address of all topics for the page's script, which filters
 * during typing.
 */
export function TopicsForm({
  search,
  area,
  areas,
  list,
}: {
  search: string
  area: string
  areas: readonly Area[]
  list: string | null
}) {
  return (
    <form className="find three" role="search" action={href('/topics-directory')} id="find" data-list={list ?? undefined}>
      <p className="field">
        <label htmlFor="search">Course code, subject or word</label>
        <input
          id="search"
          name="search"
          type="search"
          enterKeyHint="search"
          maxLength={LONGEST_TOPIC}
          autoComplete="off"
          defaultValue={search}
        />
      </p>
      <p className="field">
        <label className="sr" htmlFor="area">
          Subject area
        </label>
        <select id="area" name="area" defaultValue={area} autoComplete="off">
          <option value="">{words.allAreas}</option>
          {areas.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </p>
      <p>
        <button className="btn go">Search</button>
      </p>
    </form>
  )
}
