import type { ReactNode } from 'react'
import type { Entry, RoomFile } from './contents.ts'
import { type ReadingSettings, sizes, tones } from '#app/platform/session/reading-settings.ts'

type Props = {
  /** Title of the work. */
  title: string
  back: { to: string; label: string }
  /** Address of the contents; the chapters are below it. Null for a text without chapters. */
  base: string | null
  /** Where this page is, such as "2 of 9 · 34%". */
  at: string
  /** How much of the work precedes the end of the page, in percent. */
  progress: number
  entries: readonly Entry[]
  /** Number of the chapter, from 1; null on the page of contents. */
  current: number | null
  files: readonly RoomFile[]
  /** Where the whole work is bought, in place of its files. */
  buy?: { to: string; label: string }
  settings: ReadingSettings
  query: string
  children: ReactNode
}

const icons = {
  back: 'M19 12H5M11 6l-6 6 6 6',
  contents: 'M9 6h11M9 12h11M9 18h11M4 6h.1M4 12h.1M4 18h.1',
  find: 'M11 4.5a6.5 6.5 0 1 0 .1 0M16 16l5 5',
  text: 'M2.5 18L7.5 6l5 12M4.2 14h6.6M15 18l3-7.5 3 7.5M16 15.8h4',
  paper: 'M20 14A8.5 8.5 0 0 1 10 4a8.5 8.5 0 1 0 10 10z',
  file: 'M6 3h8l5 5v13H6zM14 3v5h5M12.5 11v6M9.8 14.6l2.7 2.7 2.7-2.7',
  next: 'M5 12h14M13 6l6 6-6 6',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
} as const

export function RoomIcon({ name }: { name: keyof typeof icons }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={icons[name]} />
    </svg>
  )
}

const toneLabels = { auto: 'Phone', light: 'White', warm: 'Warm', dark: 'Dark' } as const

/** A tool at the thumb that opens a panel. One panel is open at a time. */
function Tool({ icon, label, children }: { icon: keyof typeof icons; label: string; children: ReactNode }) {
  return (
    <details name="tool">
      <summary>
        <RoomIcon name={icon} />
        {label}
      </summary>
      <div className="panel">{children}</div>
    </details>
  )
}

/**
 * The room in which a work is read, without the shop around it: where one is above, five tools at the thumb. Nothing in
 * it needs a script; a size or paper is shown at once (reader.css) and stored by the panel's button.
 */
export function Room(props: Props) {
  const { title, back, base, at, progress, entries, current, files, buy, settings, children } = props
  const [file] = files
  return (
    <div className={`room s${settings.size} ${settings.tone}`}>
      <header className="rhead">
        <a className="btn icon bare" href={back.to} aria-label={back.label}>
          <RoomIcon name="back" />
        </a>
        <p className="work">{title}</p>
        <p className="at">{at}</p>
        <progress className="meter" max={100} value={progress} aria-label="How far this page is into the work" />
      </header>
      <nav className="tools" aria-label="Reading">
        {base !== null && (
          <Tool icon="contents" label="Contents">
            <Contents base={base} entries={entries} current={current} />
            {files.length > 1 && <FileList files={files} />}
          </Tool>
        )}
        {base !== null && (
          <Tool icon="find" label="Find">
            <FindForm base={base} query={props.query} />
          </Tool>
        )}
        <form method="get" id="reading-settings">
          {props.query !== '' && <input type="hidden" name="q" value={props.query} />}
          <Tool icon="text" label="Text">
            <Choices
              legend="Size in percent"
              name="size"
              chosen={settings.size}
              choices={sizes.map((size) => [size, String(size)])}
            />
            <button className="btn">Keep this size</button>
          </Tool>
          <Tool icon="paper" label="Paper">
            <Choices legend="Paper" name="tone" chosen={settings.tone} choices={tones.map((tone) => [tone, toneLabels[tone]])} />
            <button className="btn">Keep this paper</button>
          </Tool>
        </form>
        {buy && (
          <a className="buy" href={buy.to} rel="nofollow">
            {buy.label}
          </a>
        )}
        {file && (
          <a href={file.to} rel="nofollow" download>
            <RoomIcon name="file" />
            <span>
              {files.length > 1 ? file.details.split(',', 1)[0] : 'File'}
              <span className="sr">
                : {file.label}, {file.details}
              </span>
            </span>
          </a>
        )}
      </nav>
      <main id="main" className="rmain">
        {base !== null && current !== null && (
          <nav className="rail" aria-label="Contents">
            <Contents base={base} entries={entries} current={current} />
          </nav>
        )}
        {children}
        {base !== null && current !== null && (
          <aside className="right" aria-label="Files">
            <h2>Your files</h2>
            <FileList files={files} />
          </aside>
        )}
      </main>
    </div>
  )
}

/** The list of chapters. Below one are its further pages, and the sections of the current one. */
export function Contents({ base, entries, current }: { base: string; entries: readonly Entry[]; current: number | null }) {
  const pages = entries.map((entry, at) => ({ ...entry, page: at + 1, to: `${base}/${at + 1}` }))
  const chapters = pages.flatMap((first, at) => {
    const next = pages.findIndex(({ isContinued }, index) => index > at && !isContinued)
    return first.isContinued && at > 0 ? [] : [{ first, all: pages.slice(at, next === -1 ? undefined : next) }]
  })
  return (
    <ol className="toc">
      {chapters.map(({ first, all }) => {
        const lines = all.flatMap((one) => [
          ...(one === first ? [] : [one]),
          ...(all.some(({ page }) => page === current)
            ? one.sections.map(({ id, title }) => ({ id, title, to: `${one.page === current ? '' : one.to}#${id}` }))
            : []),
        ])
        return (
          <li key={first.page}>
            <a href={first.to} aria-current={first.page === current ? 'page' : undefined}>
              <span className="num">{first.number}</span>
              <span>{first.title}</span>
              <small>{first.minutes} min</small>
            </a>
            {lines.length > 0 && (
              <ol className="sub">
                {lines.map((line) =>
                  'page' in line ? (
                    <li key={line.to}>
                      <a className="more" href={line.to} aria-current={line.page === current ? 'page' : undefined}>
                        <span>Continued{line.from !== '' && ` at ${line.from}`}</span>
                        <small>{line.minutes} min</small>
                      </a>
                    </li>
                  ) : (
                    <li key={line.to}>
                      <a href={line.to}>{line.title}</a>
                    </li>
                  ),
                )}
              </ol>
            )}
          </li>
        )
      })}
    </ol>
  )
}

/** The search inside the work. */
export function FindForm({ base, query }: { base: string; query: string }) {
  return (
    <form className="find" method="get" action={base} role="search">
      <input
        type="search"
        name="q"
        defaultValue={query}
        maxLength={100}
        aria-label="Find in this work"
        placeholder="Find in this work"
      />
      <button className="btn icon bare" aria-label="Find">
        <RoomIcon name="find" />
      </button>
    </form>
  )
}

export function FileList({ files }: { files: readonly RoomFile[] }) {
  return (
    <ul className="files">
      {files.map(({ to, label, details }) => (
        <li key={to}>
          <a href={to} download rel="nofollow">
            <RoomIcon name="file" />
            <span>
              {label}
              <small>{details}</small>
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}

function Choices(props: { legend: string; name: string; chosen: string | number; choices: [string | number, string][] }) {
  return (
    <fieldset>
      <legend>{props.legend}</legend>
      <div className="seg">
        {props.choices.map(([value, label]) => (
          <label key={value}>
            <input
              type="radio"
              name={props.name}
              value={value}
              id={`${props.name}-${value}`}
              defaultChecked={value === props.chosen}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
