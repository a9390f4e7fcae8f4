import type { ServerBuild } from 'react-router'
import { withUnreadData } from './unread-data.ts'

type Route = NonNullable<ServerBuild['routes'][string]>
/** A route that has none within it, after those it lies in. */
type Chain = readonly Route[]

/**
 * The part of a build that can answer an address: the routes with its first segment, those they lie in, and the page for what is not there.
 * React Router tries all routes of a build for each address and copies their list for each page, which is a seventh of the work for a page.
 * The data of such a page is not written for a script (unread-data.ts).
 * Gives the whole build for a segment that no route begins with, for what a script asks (.data), and where a page has a script: that one has
 * to know all routes.
 */
export function partOfBuild<Build extends ServerBuild>(build: Build, path: string): Build {
  if (path.endsWith('.data')) {
    return build
  }
  const [, segment = '', ...rest] = path.split('/')
  const isOdd = segment === '' && rest.length > 0
  return (isOdd ? undefined : partsOf(build).get(segment.toLowerCase())) ?? build
}

const known = new WeakMap<ServerBuild, ReadonlyMap<string, ServerBuild>>()

/** The parts of a build by the first segment, in small letters; '' is the home page's. */
function partsOf<Build extends ServerBuild>(build: Build): ReadonlyMap<string, Build> {
  const kept = known.get(build) as ReadonlyMap<string, Build> | undefined
  if (kept) {
    return kept
  }
  const chains = chainsOf(Object.values(build.routes).filter((route) => route !== undefined))
  const segments = [...new Set(chains.map(firstSegment))].filter((segment) => !isOpen(segment))
  const parts = new Map<string, Build>()
  for (const segment of segments) {
    const routes = chains.filter((chain) => firstSegment(chain) === segment || isOpen(firstSegment(chain))).flat()
    if (!routes.some(hasScript)) {
      parts.set(segment, only(build, new Set(routes.map(({ id }) => id))))
    }
  }
  known.set(build, parts)
  return parts
}

function chainsOf(routes: readonly Route[], above?: Route): Chain[] {
  return routes
    .filter(({ parentId }) => parentId === above?.id)
    .flatMap((route) => {
      const within = chainsOf(routes, route)
      return within.length === 0 ? [[route]] : within.map((chain) => [route, ...chain])
    })
}

/** The first segment of the whole address, in small letters as React Router compares it. */
function firstSegment(chain: Chain): string {
  const address = chain.flatMap(({ path }) => path?.split('/') ?? [])
  return address.find((segment) => segment !== '')?.toLowerCase() ?? ''
}

/** Whether any first segment fits: a parameter, or the rest of an address. */
const isOpen = (segment: string) => /^[:*]/.test(segment)

const hasScript = ({ module }: Route) => (module.handle as { hydrate?: boolean } | undefined)?.hydrate === true

function only<Build extends ServerBuild>(build: Build, ids: ReadonlySet<string>): Build {
  const kept = <Each>(routes: Record<string, Each>) => Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id)))
  const routes = Object.entries(kept(build.routes)).map(([id, route]) => [id, route && withUnreadData(route)])
  return { ...build, routes: Object.fromEntries(routes), assets: { ...build.assets, routes: kept(build.assets.routes) } }
}
