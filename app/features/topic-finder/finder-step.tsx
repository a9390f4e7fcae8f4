import { href } from 'react-router'
import { TextField } from '#app/ui/field.tsx'
import { programmes } from '../materials/programmes.ts'
import { finderPath, type FinderQuery, type Question, questions } from './schema.ts'

const labels: Record<Question, string> = {
  programme: 'Which programme are you in?',
  area: 'Which specialty or subject area?',
  interest: 'What interests you?',
  place: 'Where will you do the study?',
}

type Props = { query: FinderQuery; areas: readonly string[]; step: Question }

/** One question of the finder: links or a small GET form, each with the previous answers and the next step. */
export function FinderStep({ query, areas, step }: Props) {
  const at = questions.indexOf(step)
  const next = questions[at + 1] ?? null
  const previous = questions[at - 1]
  const part = next ? '#question' : '#results'
  return (
    <section className="stack finder-step" id="question" aria-labelledby="step">
      <p className="small soft">
        Question {at + 1} of {questions.length}
      </p>
      <h2 id="step">{labels[step]}</h2>
      {step === 'programme' ? (
        <ul className="chips">
          {programmes.map(({ label }) => (
            <li key={label}>
              <a className="chip" href={finderPath({ ...query, programme: label }, next) + part}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      ) : (
        <form className="stack" action={href('/find-a-topic') + part}>
          {Object.entries(query).map(
            ([name, value]) => name !== step && value !== '' && <input key={name} type="hidden" name={name} value={value} />,
          )}
          <input type="hidden" name="step" value={next ?? 'results'} />
          {step === 'area' && (
            <div className="field">
              <label htmlFor="area">Specialty or subject area</label>
              <select id="area" name="area" defaultValue={query.area}>
                <option value="">Any</option>
                {areas.map((area) => (
                  <option key={area}>{area}</option>
                ))}
              </select>
            </div>
          )}
          {step === 'interest' && (
            <TextField
              label="Your interest"
              name="interest"
              maxLength={200}
              defaultValue={query.interest}
              placeholder="For example hand hygiene"
            />
          )}
          {step === 'place' && (
            <TextField
              label="Your place"
              name="place"
              maxLength={60}
              defaultValue={query.place}
              placeholder="For example Enugu"
            />
          )}
          <p>
            <button className="btn go">{next ? 'Next' : 'Show five topics'}</button>
          </p>
        </form>
      )}
      <p className="row">
        <a className="btn bare" href={finderPath({ ...query, [step]: '' }, next) + part}>
          Skip this question
        </a>
        {previous && (
          <a className="btn bare" href={`${finderPath(query, previous)}#question`}>
            Previous question
          </a>
        )}
      </p>
    </section>
  )
}
