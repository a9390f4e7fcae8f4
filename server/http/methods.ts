import type { Context } from 'hono'
import type { ServerBuild } from 'react-router'
import { plainPage } from '../responses/plain-page.ts'
import { matchRoute } from './routes.ts'

const READS = ['GET', 'HEAD']

/** Creates the 405 response to a method that an address does not support. `allowed` lists the supported ones. */
export function methodNotAllowed(c: Context, allowed: readonly string[]): Response | Promise<Response> {
  return plainPage(c, 405, {
    title: 'This address does not take such a request',
    text: 'Open it as a page, or send its form.',
    headers: { allow: allowed.join(', ') },
  })
}

/** Returns the methods that the page at a path supports. POST is one of them when the page has an action. */
export function getMethods(build: ServerBuild, path: string): string[] {
  // The browser loads the data of a page from /page.data or /_root.data.
  const page = path.replace(/(^\/_root|\/_)?\.data$/, '') || '/'
  const { id = '', path: pattern } = matchRoute(build, page) ?? {}
  // The not-found page has an action too. The admin console looks like it to all but admins, and the user is not
  // known yet here.
  const isHidden = pattern === '*' || /^\/admin(\/|$)/.test(page)
  const takesForms = !isHidden && build.routes[id]?.module.action !== undefined
  return takesForms ? [...READS, 'POST'] : READS
}
