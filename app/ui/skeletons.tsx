/** Placeholders for cards with covers. */
export function CatalogueSkeleton({ count = 6 }: { count?: number }) {
  return (
    <ul className="shelf sheet" aria-hidden="true">
      {Array.from({ length: count }, (_, ghost) => (
        <li key={ghost} className="work ghost">
          <div className="stack">
            <Bones />
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Placeholders for cards, in rows of up to three or the given `grid`. */
export function CardsSkeleton({ grid = 'grid3', count = 6 }: { grid?: 'grid2' | 'grid3'; count?: number }) {
  return (
    <div className="stack">
      <Loading />
      <ul className={grid} aria-hidden="true">
        {Array.from({ length: count }, (_, ghost) => (
          <li key={ghost} className="card topic ghost">
            <Bones />
            <span className="bone long" />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Placeholders for text, in the expected number of parts. */
export function TextSkeleton({ parts = 3 }: { parts?: number }) {
  return (
    <div className="stack">
      <Loading />
      {Array.from({ length: parts }, (_, part) => (
        <div key={part} className="topic" aria-hidden="true">
          <Bones />
          <span className="bone long" />
        </div>
      ))}
    </div>
  )
}

function Bones() {
  return (
    <>
      <span className="bone" />
      <span className="bone long" />
      <span className="bone" />
    </>
  )
}

/** The loading message. */
export function Loading() {
  return (
    <p className="small soft" role="status">
      Loading...
    </p>
  )
}
