import { Icon } from '#app/ui/icon.tsx'
import { opensEditProfile } from '../profiles/edit-profile.tsx'
import { describeNextStep, isAllDone, type NextStep, type Step } from './next-step.ts'

type Props = {
  step: NextStep | null
  checklist: readonly Step[]
}

/** The one thing to do next, beside the steps to the first sale; the steps disappear when all are done. */
export function NextStepCard({ step, checklist }: Props) {
  if (isAllDone(step, checklist)) {
    return null
  }
  const { title, text } = describeNextStep(step)
  return (
    <section className="card next-step" aria-labelledby="next-step">
      <div className="stack">
        <p className="tag">Your next step</p>
        <h2 id="next-step">{title}</h2>
        <p>{text}</p>
        {step && (
          <p>
            {step.to === 'edit-profile' ? (
              <button className="btn go" {...opensEditProfile}>
                {step.button}
              </button>
            ) : (
              <a className="btn go" href={step.to}>
                {step.button}
              </a>
            )}
          </p>
        )}
      </div>
      {!isAllDone(null, checklist) && <Checklist steps={checklist} />}
    </section>
  )
}

/** The steps to the first sale, with those that are done. */
export function Checklist({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="checklist" aria-label="Steps to your first sale">
      {steps.map(({ label, done }) => (
        <li key={label} className={done ? 'approved' : undefined}>
          <Icon name={done ? 'approved' : 'open'} />
          <span>
            {label}
            <span className="sr">{done ? ': done' : ': not yet'}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}
