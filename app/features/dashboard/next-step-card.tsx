import { Icon } from '#app/ui/icon.tsx'
import type { NextStep, Step } from './next-step.ts'

type Props = {
  step: NextStep | null
  checklist: readonly Step[]
}

/** The one thing to do next, beside the steps to the first sale; the steps disappear when all are done. */
export function NextStepCard({ step, checklist }: Props) {
  const isDone = checklist.every(({ done }) => done)
  if (step === null && isDone) {
    return null
  }
  return (
    <section className="card next-step" aria-labelledby="next-step">
      {step ? (
        <div className="stack">
          <p className="tag">Your next step</p>
          <h2 id="next-step">{step.title}</h2>
          <p>{step.text}</p>
          <p>
            {step.to === 'edit-profile' ? (
              <button className="btn go" type="button" popoverTarget="edit-profile">
                {step.button}
              </button>
            ) : (
              <a className="btn go" href={step.to}>
                {step.button}
              </a>
            )}
          </p>
        </div>
      ) : (
        <div className="stack">
          <p className="tag">Your next step</p>
          <h2 id="next-step">Nothing to do for now</h2>
          <p>We email you when the reviewer has answered.</p>
        </div>
      )}
      {!isDone && (
        <ol className="checklist" aria-label="Steps to your first sale">
          {checklist.map(({ label, done }) => (
            <li key={label} className={done ? 'approved' : undefined}>
              <Icon name={done ? 'approved' : 'open'} />
              <span>
                {label}
                <span className="sr">{done ? ': done' : ': not yet'}</span>
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
