import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'

/** Returns the route of the page at a path. Addresses without a page of their own have a route with the path '*'. */
export function matchRoute(build: ServerBuild, path: string): Pick<RouteObject, 'id' | 'path'> | undefined {
  return matchRoutes(getTree(build), path)?.at(-1)?.route
}

const trees = new WeakMap<ServerBuild, RouteObject[]>()

/** Converts the build's list of routes into a tree. */
function getTree(build: ServerBuild): RouteObject[] {
  const known = trees.get(build)
  if (known) {
    return known
  }
  const routes = Object.values(build.routes).filter((route) => route !== undefined)
  const below = (parentId: string | undefined): RouteObject[] =>
    routes
      .filter((route) => route.parentId === parentId)
      .map(({ id, path, index, caseSensitive }) =>
        index ? { id, path, index, caseSensitive } : { id, path, caseSensitive, children: below(id) },
      )
  const tree = below(undefined)
  trees.set(build, tree)
  return tree
}
