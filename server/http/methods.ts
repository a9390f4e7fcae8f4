import type { Context } from 'hono'
import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'
import { plainPage } from './plain-page.ts'

const READS = ['GET', 'HEAD']

/** The answer (405) to a method that an address does not take; `allowed` are those that it takes. */
export function methodNotTaken(c: Context, allowed: readonly string[]): Response | Promise<Response> {
  return plainPage(c, 405, {
    title: 'This address does not take such a request',
    text: 'Open it as a page, or send its form.',
    headers: { allow: allowed.join(', ') },
  })
}

/** The methods that the page at a path takes: a form can be sent to those that have an action. */
export function methodsOf(build: ServerBuild, path: string): string[] {
  // As a browser asks for the data of a page: /page.data, /_root.data.
  const page = path.replace(/(^\/_root|\/_)?\.data$/, '') || '/'
  const { id = '', path: pattern } = matchRoutes(treeOf(build), page)?.at(-1)?.route ?? {}
  // What is not there has an action too, which says so. The console looks like it to everybody but operators, and nobody is known yet.
  const isHidden = pattern === '*' || /^\/admin(\/|$)/.test(page)
  const takesForms = !isHidden && build.routes[id]?.module.action !== undefined
  return takesForms ? [...READS, 'POST'] : READS
}

const trees = new WeakMap<ServerBuild, RouteObject[]>()

/** The routes of the build as a tree; the build has them in a list. */
function treeOf(build: ServerBuild): RouteObject[] {
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
