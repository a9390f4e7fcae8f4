import { href } from 'react-router'
import { programmes } from '../materials/programmes.ts'
import { TextField } from '#app/ui/field.tsx'
import type { FinderQuery } from './schema.ts'

/** The choices of a student, all optional, as a GET form. */
export function FinderForm({ query, areas }: { query: FinderQuery; areas: readonly string[] }) {
  return (
    <form className="stack finder-form" action={`${href('/find-a-topic')}#results`}>
      <div className="field">
        <label htmlFor="programme">Programme</label>
        <select id="programme" name="programme" defaultValue={query.programme}>
          <option value="">Any</option>
          {programmes.map(({ label }) => (
            <option key={label}>{label}</option>
          ))}
        </select>
      </div>
      <div className="field">
        <label htmlFor="area">Specialty or subject area</label>
        <select id="area" name="area" defaultValue={areas.find((area) => area.toLowerCase() === query.area.toLowerCase()) ?? ''}>
          <option value="">Any</option>
          {areas.map((area) => (
            <option key={area}>{area}</option>
          ))}
        </select>
      </div>
      <TextField
        label="What interests you"
        name="interest"
        maxLength={200}
        defaultValue={query.interest}
        placeholder="For example hand hygiene"
      />
      <TextField label="Your place" name="place" maxLength={60} defaultValue={query.place} placeholder="For example Enugu" />
      <p>
        <button className="btn go full">Show five topics</button>
      </p>
    </form>
  )
}
