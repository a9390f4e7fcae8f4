import { href, isRouteErrorResponse, Link, Outlet, useLocation, useRouteError } from 'react-router'
import { Failure } from '#app/features/shell/failure.tsx'
import { UnsentFormPage } from '#app/features/shell/unsent-form-page.tsx'
import { getUnsentForm } from '#app/platform/forms/unsent-form.ts'
import { getNotFound } from '#app/platform/pages/thrown.ts'
import { NotFound } from '#app/ui/not-found.tsx'

export default function Room() {
  return <Outlet />
}

/**
 * Shows a failed section inside the navigation to the others. Without a connection the page says so, and the draft
 * still has the text.
 */
export function ErrorBoundary() {
  const error = useRouteError()
  const { pathname, search } = useLocation()
  const unsent = getUnsentForm(error)
  if (unsent) {
    return <UnsentFormPage {...unsent} />
  }
  if (isRouteErrorResponse(error) && error.status === 403) {
    return (
      <div className="stack">
        <title>Not for your role | Lamplight</title>
        <h1>Not for your role</h1>
        <p>Your admin role does not open this page. An owner can change it at People, Accounts.</p>
        <p>
          <Link className="btn go" to={href('/admin')}>
            Back to Today
          </Link>
        </p>
      </div>
    )
  }
  const notFound = getNotFound(error)
  if (notFound) {
    return <NotFound hasSearch={false} {...notFound} />
  }
  // In the browser, a request without a response is a TypeError of fetch.
  if (isRouteErrorResponse(error) || !(error instanceof TypeError)) {
    return <Failure status={isRouteErrorResponse(error) ? error.status : 0} address={pathname + search} />
  }
  return (
    <div className="stack">
      <title>Connection lost | Lamplight</title>
      <h1>The connection was lost</h1>
      <p>Nothing is lost: what you typed is kept on this device. Try again when the connection is back.</p>
      <p className="row">
        <a className="btn go" href={pathname + search}>
          Try again
        </a>
      </p>
    </div>
  )
}
