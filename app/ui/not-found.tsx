import { href } from 'react-router'
const HOME = { to: href('/'), label: 'Return to Home' }

/** The page for a missing address: a sentence, a search and a link back. */
export function NotFound({
  title = 'Page Not Found',
  text = 'There is no page at this address. It may have moved, or a letter is missing.',
  back = HOME,
  hasSearch = true,
}: {
  title?: string
  text?: string
  back?: { to: string; label: string }
  /** False in the admin console, which has a search of its own. */
  hasSearch?: boolean
}) {
  return (
    <div className="narrow stack">
      <title>{`${title} | Lamplight`}</title>
      <meta name="robots" content="noindex" />
      {/* Drawn as a book. Its title is the headline, and its year the status. */}
      <div className="face cloth">
        <h1>{title}</h1>
        <p>{text}</p>
        <p className="mark">
          404
          <span className="motif" aria-hidden="true" />
        </p>
      </div>
      {hasSearch && (
        <form className="find" role="search" action={href('/search')}>
          <p className="field">
            <label className="sr" htmlFor="lost-search">
              Search Lamplight
            </label>
            <input
              id="lost-search"
              name="q"
              type="search"
              enterKeyHint="search"
              maxLength={200}
              placeholder="Subject, topic or title"
            />
          </p>
          <button className="btn">Search</button>
        </form>
      )}
      <p className="row">
        <a className="btn go" href={back.to}>
          {back.label}
        </a>
        <a className="btn" href={href('/marketplace')}>
          Browse Materials
        </a>
      </p>
    </div>
  )
}
