import { EmptyState } from '#app/ui/empty-state.tsx'
import type { Finding } from '#app/services/doctor.ts'

/** The doctor's findings, errors first, each with its remedy. */
export function Findings({ findings }: { findings: readonly Finding[] }) {
  if (findings.length === 0) {
    return <EmptyState title="Nothing is wrong." hint="Keys, tables, rights, email, backups and disk are as they should be." />
  }
  return (
    <>
      <FindingList title="To fix" findings={findings.filter(({ severity }) => severity === 'wrong')} />
      <FindingList title="To check" findings={findings.filter(({ severity }) => severity === 'look')} />
    </>
  )
}

function FindingList({ title, findings }: { title: string; findings: readonly Finding[] }) {
  const id = title.toLowerCase().replaceAll(' ', '-')
  return (
    findings.length > 0 && (
      <section className="stack" aria-labelledby={id}>
        <h2 id={id}>
          {title} ({findings.length})
        </h2>
        <ul className="lines">
          {findings.map(({ area, what, advice }) => (
            <li key={area + what} data-row>
              <div>
                <p>
                  <b>{area}:</b> {what}
                </p>
                <p className="small soft">{advice}</p>
              </div>
            </li>
          ))}
        </ul>
      </section>
    )
  )
}
