const HOME = { to: '/', label: 'Return to Home' }

/** The page for a missing address: a sentence and a link back. */
export function NotFound({
  title = 'Page Not Found',
  text = 'There is no page at this address. It may have moved, or a letter is missing.',
  back = HOME,
}: {
  title?: string
  text?: string
  back?: { to: string; label: string }
}) {
  return (
    <div className="stack">
      <title>{`${title} | Lamplight`}</title>
      <meta name="robots" content="noindex" />
      <h1>{title}</h1>
      <p>{text}</p>
      <p className="row">
        <a className="btn go" href={back.to}>
          {back.label}
        </a>
        <a className="btn" href="/marketplace">
          Browse Materials
        </a>
      </p>
    </div>
  )
}
