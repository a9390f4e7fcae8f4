/*
 * React Router 8.4.0 writes the data of all loaders for a script, also for a page that has none: an eighth of the work for a page. It has no
 * switch for that, but of an object with this symbol, its own sign of a redirect, it writes no more than that. Test: unread-data.test.ts.
 */
import { type ServerBuild, UNSAFE_SingleFetchRedirectSymbol as NOT_WRITTEN } from 'react-router'

type Route = NonNullable<ServerBuild['routes'][string]>

/** The same route, with data that a page shows as before and that React Router does not write. Only for a page without a script. */
export function withUnreadData(route: Route): Route {
  const { loader } = route.module
  if (!loader) {
    return route
  }
  return { ...route, module: { ...route.module, loader: async (given) => marked(await loader(given)) } }
}

/** Copies the data, because others may have the same object. Its type is the loader's, which React Router does not look at. */
function marked(answer: unknown): unknown {
  if (isPlain(answer)) {
    return Object.defineProperty({ ...answer }, NOT_WRITTEN, { value: undefined })
  }
  // From React Router's `data`: with headers or a status.
  if (
    typeof answer === 'object' &&
    answer !== null &&
    'type' in answer &&
    answer.type === 'DataWithResponseInit' &&
    'data' in answer
  ) {
    answer.data = marked(answer.data)
  }
  return answer
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
