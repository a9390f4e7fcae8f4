import { isRouteErrorResponse, Outlet, useLocation, useRouteError } from 'react-router'
import { Keys } from '../../features/console/keys.tsx'
import { operatorOf, recogniseOperator } from '../../features/console/operator.server.ts'
import { Failure } from '../../features/shell/failure.tsx'
import type { Handle } from '../../platform/handle.ts'
import consoleStyles from '../../styles/console.css?url'
import { NotFound } from '../../ui/not-found.tsx'
import type { Route } from './+types/console'

export const handle: Handle = { hydrate: true, frame: 'console' }
export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: consoleStyles }]
export const middleware: Route.MiddlewareFunction[] = [recogniseOperator]

/** Turns away who is no operator, whatever page of the console they asked for. */
export function loader({ context }: Route.LoaderArgs) {
  operatorOf(context)
  return null
}

export default function Console() {
  return (
    <>
      <Outlet />
      <Keys />
    </>
  )
}

/** A room that failed leaves the way to the others. Without a connection that is said, and what was typed waits in its draft. */
export function ErrorBoundary() {
  const error = useRouteError()
  const { pathname, search } = useLocation()
  if (isRouteErrorResponse(error) && error.status === 404) {
    return <NotFound {...(typeof error.data === 'object' && error.data !== null ? error.data : {})} />
  }
  // In the browser a request that never got an answer is a TypeError of fetch.
  if (isRouteErrorResponse(error) || !(error instanceof TypeError)) {
    return <Failure status={isRouteErrorResponse(error) ? error.status : 0} address={pathname + search} />
  }
  return (
    <div className="stack">
      <title>The connection broke | Lamplight</title>
      <h1>The connection broke</h1>
      <p>Nothing is lost: what you typed is kept on this device. Try again when the line is back.</p>
      <p className="row">
        <a className="btn go" href={pathname + search}>
          Try again
        </a>
      </p>
    </div>
  )
}
