import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'

type Bindings = { Bindings: HttpBindings }

const LOOPBACK_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/
const LOOPBACK_PEER = /^(::ffff:)?127\.|^::1$/
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

/**
 * Restricts pages of demo mode to requests from this machine (a loopback address, a loopback host, no proxy). All
 * others get 404.
 */
export function onlyHere(notHere: (c: Context<Bindings>) => Response | Promise<Response>): MiddlewareHandler<Bindings> {
  return async (c, next) => {
    const peer = c.env.incoming?.socket.remoteAddress ?? ''
    const forwarded = FORWARDED.some((name) => c.req.header(name) !== undefined)
    if (forwarded || !LOOPBACK_PEER.test(peer) || !LOOPBACK_HOST.test(c.req.header('host') ?? '')) {
      return notHere(c)
    }
    c.header('cache-control', 'no-store')
    return next()
  }
}
