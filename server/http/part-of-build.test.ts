import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'
import { expect, test } from 'vitest'
import { partOfBuild } from './part-of-build.ts'

type Route = { id: string; parentId?: string; path?: string; index?: boolean; module: { handle?: object } }

const routes: Route[] = [
  { id: 'root', path: '', module: {} },
  { id: 'home', parentId: 'root', index: true, module: {} },
  { id: 'works', parentId: 'root', path: 'works', module: {} },
  { id: 'work', parentId: 'root', path: 'works/:key', module: {} },
  { id: 'file', parentId: 'root', path: 'robots.txt', module: {} },
  { id: 'signed-in', parentId: 'root', module: {} },
  { id: 'dashboard', parentId: 'signed-in', path: 'dashboard', module: {} },
  { id: 'upload', parentId: 'signed-in', path: 'upload/new', module: { handle: { hydrate: true } } },
  { id: 'uploads', parentId: 'signed-in', path: 'upload', module: {} },
  { id: 'console', parentId: 'root', path: 'Console', module: {} },
  { id: 'today', parentId: 'console', index: true, module: {} },
  { id: 'room', parentId: 'console', path: ':room', module: {} },
  { id: 'not-found', parentId: 'root', path: '*', module: {} },
]
const listed = Object.fromEntries(routes.map((route) => [route.id, route]))
const build = { routes: listed, assets: { routes: listed, entry: {}, url: '', version: '' } } as unknown as ServerBuild

const idsOf = (part: ServerBuild) => Object.keys(part.routes).toSorted()

/** As React Router finds the routes of an address. */
function answering({ routes: all }: ServerBuild, path: string): string[] | undefined {
  const below = (parentId: string | undefined): RouteObject[] =>
    Object.values(all)
      .filter((route) => route !== undefined)
      .filter((route) => route.parentId === parentId)
      .map(({ id, path: pattern, index }) => (index ? { id, index } : { id, path: pattern, children: below(id) }))
  return matchRoutes(below(undefined), path)?.map(({ route }) => route.id ?? '')
}

test.each([
  '/',
  '/works',
  '/works/',
  '/WORKS/one',
  '/works/one/two',
  '/%77orks/one',
  '/robots.txt',
  '/dashboard',
  '/dashboard/none',
  '/upload',
  '/upload/new',
  '/console',
  '/console/students',
  '/console/students/two',
  '/nowhere',
  '//',
  '//works',
  '/works.data',
  '/:key',
  '/*',
  '/constructor',
])('%s is answered by the same routes as from the whole build', (path) => {
  expect(answering(partOfBuild(build, path), path)).toEqual(answering(build, path))
})

test('an address gets no more than its routes, in the list for the browser too', () => {
  const part = partOfBuild(build, '/works/one')
  expect(idsOf(part)).toEqual(['not-found', 'root', 'work', 'works'])
  expect(Object.keys(part.assets.routes).toSorted()).toEqual(idsOf(part))
  expect(idsOf(partOfBuild(build, '/dashboard'))).toEqual(['dashboard', 'not-found', 'root', 'signed-in'])
  expect(partOfBuild(build, '/works/other'), 'made once').toBe(part)
})

test('a page with a script, what a script asks, and what no route begins with have the whole build', () => {
  for (const path of ['/upload', '/upload/new', '/works/one.data', '/nowhere', '//works']) {
    expect(partOfBuild(build, path), path).toBe(build)
  }
})
