import { createRequestHandler, data, type EntryContext, type ServerBuild } from 'react-router'
import { expect, test } from 'vitest'
import { withUnreadData } from './unread-data.ts'

type Route = NonNullable<ServerBuild['routes'][string]>

const shared = Object.freeze({ title: 'Shared by many' })
const LOADERS: Record<string, () => unknown> = {
  root: () => ({ settings: { name: 'Lamplight' } }),
  plain: () => ({ works: [{ title: 'Pain in children' }], total: 1 }),
  shared: () => shared,
  status: () => data({ title: 'Closed' }, { status: 403, headers: { 'x-note': 'closed' } }),
  list: () => ['one', 'two'],
  nothing: () => null,
}

/** What React Router gave the entry for `/<name>`, and what it wrote for a script. */
async function answered(name: string, change: (route: Route) => Route) {
  const routeOf = (id: string) => ({
    id,
    path: id === 'root' ? '' : id,
    ...(id === 'root' ? {} : { parentId: 'root' }),
    module: {
      default: () => null,
      loader: LOADERS[id],
      headers: ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders,
    },
  })
  const routes = Object.fromEntries(['root', name].map((id) => [id, change(routeOf(id) as unknown as Route)]))
  const seen: { context?: EntryContext } = {}
  const entry = (_request: Request, status: number, headers: Headers, context: EntryContext) => {
    seen.context = context
    return new Response('', { status, headers })
  }
  const build = {
    routes,
    assets: { routes: {}, version: '1' },
    entry: { module: { default: entry } },
    ssr: true,
    future: {},
    basename: '/',
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
  } as unknown as ServerBuild
  const answer = await createRequestHandler(build, 'production')(new Request(`http://localhost/${name}`))
  const written = await new Response(seen.context?.serverHandoffStream).text()
  return {
    status: answer.status,
    note: answer.headers.get('x-note'),
    shown: seen.context?.staticHandlerContext.loaderData,
    written,
  }
}

test.each(['plain', 'shared', 'status', 'list', 'nothing'])('a page shows the same data: %s', async (name) => {
  const usual = await answered(name, (route) => route)
  const unread = await answered(name, withUnreadData)
  expect({ ...unread, written: '' }).toEqual({ ...usual, written: '' })
})

test.each([
  ['plain', 'Pain in children'],
  ['shared', 'Shared by many'],
  ['status', 'Closed'],
])('the data of %s is not written for a script', async (name, words) => {
  expect((await answered(name, (route) => route)).written).toContain(words)
  const { written } = await answered(name, withUnreadData)
  expect(written).not.toContain(words)
  expect(written).not.toContain('Lamplight')
})

test('an object that others have too stays as it is', async () => {
  await answered('shared', withUnreadData)
  expect(Object.getOwnPropertySymbols(shared)).toEqual([])
})
