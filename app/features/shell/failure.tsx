import { href } from 'react-router'
import { use } from 'react'
import { ReferenceContext } from '#app/platform/log/reference.ts'

const kinds = {
  away: {
    title: 'This page cannot be loaded right now',
    text: 'The address is right, but our database is not responding. Try again in a minute.',
  },
  refused: {
    title: 'We could not understand that request',
    text: 'Go back and send it again. What you typed should still be there.',
  },
  often: {
    title: 'Too many requests',
    text: 'Wait a minute, then try again.',
  },
  ours: {
    title: 'Something went wrong on our side',
    text: 'Nothing that you sent was saved in part. Try again in a minute. If it happens again, write to us with the number below.',
  },
}

/**
 * The page of a failure, with its reference in our log.
 * @param status the response's status, 0 for an error in the program.
 * @param address the address of 'Try again'.
 * @param said the text of the response; it is shown if we throw our own sentence (429, 503).
 */
export function Failure({ status, address, error: response }: { status: number; address: string; error?: unknown }) {
  const reference = use(ReferenceContext)
  const kind = getKind(status)
  const result = kind === kinds.refused || kind === kinds.often ? null : reference
  return (
    <div className="stack">
      <title>{`${kind.title} | Lamplight`}</title>
      <meta name="robots" content="noindex" />
      <h1>{kind.title}</h1>
      <p>{(kind === kinds.often || kind === kinds.away) && typeof response === 'string' ? response : kind.text}</p>
      {/* The browser does not know the reference, so the server's text remains. */}
      {(result !== null || kind === kinds.ours) && (
        <p className="soft" suppressHydrationWarning>
          {result !== null && (
            <>
              Reference: <b className="num">{result}</b>
            </>
          )}
        </p>
      )}
      <p className="row">
        <a className="btn go" href={address}>
          Try again
        </a>
        <a className="btn" href={href('/')}>
          Return to Home
        </a>
        <a className="btn" href={href('/support')}>
          Support
        </a>
      </p>
    </div>
  )
}

function getKind(status: number) {
  switch (true) {
    case status === 503:
      return kinds.away
    case status === 429:
      return kinds.often
    default:
      return status >= 400 && status < 500 ? kinds.refused : kinds.ours
  }
}
