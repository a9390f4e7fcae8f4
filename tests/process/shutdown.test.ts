import fs from 'node:fs'
import net from 'node:net'
import { once } from 'node:events'
import path from 'node:path'
import { expect, test } from 'vitest'
import { isReachable, freePort, root, type Running, runToEnd, start, temporaryDirectory, until } from '../support/processes.ts'
import { ask, type TestResponse, cookieHeader, send } from '../support/http.ts'
import { DEMO_PASSWORD, onSharedBackend, shared, startedOnce, startSite, STUDENT, whenOver } from './sites.ts'

const getLock = (directory: string) => path.join(directory, 'process.lock')

const file = fs.readFileSync(path.join(root, 'tests/fixtures/eclampsia-care.pdf'))

/** Signs the demo student in and begins an upload of a real PDF; `goOn` sends its second half. */
async function uploadUnderWay({ url, directory, running }: { url: string; directory: string; running: Running }) {
  const signedIn = await send(`${url}/auth`, { intent: 'login', email: STUDENT, password: DEMO_PASSWORD })
  expect(signedIn.status).toBe(303)
  let goOn = () => {}
  const waiting = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const boundary = 'a-boundary-of-this-form'
  const field = (name: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  async function* body() {
    yield field('title', 'Care of a woman with eclampsia') + field('category', 'case_study') + field('format', 'PDF')
    yield field('email', STUDENT)
    yield `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="care.pdf"\r\nContent-Type: application/pdf\r\n\r\n`
    yield file.subarray(0, 8000)
    await waiting
    yield file.subarray(8000)
    yield `\r\n--${boundary}--\r\n`
  }
  const pending: Promise<TestResponse> = ask(`${url}/upload-materials`, {
    body: body(),
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      origin: url,
      cookie: cookieHeader(signedIn.cookies),
    },
  })
  pending.catch(() => null)
  await until(() => fs.readdirSync(path.join(directory, 'receiving')).length > 0, running)
  return { goOn, value: pending }
}

/** Returns true if no process listens there any more. */
async function isFree(port: number): Promise<boolean> {
  const probe = net.createServer().listen(port, '127.0.0.1')
  const [outcome] = (await Promise.race([once(probe, 'listening').then(() => ['free']), once(probe, 'error')])) as unknown[]
  probe.close()
  return outcome === 'free'
}

/** Starts `npm start` in its own process group, as a terminal does. */
async function npmStart() {
  const directory = await startedOnce()
  const temporary = temporaryDirectory()
  const port = await freePort()
  // Without prestart: with a lock file newer than node_modules it would reinstall the packages under the running tests.
  const running = start(
    'npm',
    ['start', '--ignore-scripts'],
    { PORT: String(port), DATA_DIR: directory.path, TMPDIR: temporary.path },
    { detached: true },
  )
  await until(() => isReachable(`http://127.0.0.1:${port}/healthz`), running)
  /** The server, by the process number in its lock. */
  const server = (JSON.parse(fs.readFileSync(getLock(directory.path), 'utf8')) as { pid: number }).pid
  whenOver(async () => {
    if (fs.existsSync(getLock(directory.path))) {
      process.kill(server, 'SIGKILL')
    }
    await running.ended
    directory.remove()
    temporary.remove()
  })
  return {
    url: `http://localhost:${port}`,
    port,
    running,
    npm: running.process.pid ?? 0,
    directory: directory.path,
    server,
    temporary: temporary.path,
  }
}

test.each([
  { what: 'SIGTERM to npm', signal: 'SIGTERM', toGroup: false },
  { what: 'Ctrl-C in a terminal', signal: 'SIGINT', toGroup: true },
] as const)('$what ends the app after the running upload and frees port, lock and socket', async ({ signal, toGroup }) => {
  const site = await npmStart()
  expect(site.server).not.toBe(site.npm)
  const { goOn, value } = await uploadUnderWay(site)
  process.kill(toGroup ? -site.npm : site.npm, signal)
  // No new connection is accepted while the old one is served.
  await until(async () => !(await isReachable(`${site.url}/healthz`)), site.running)
  goOn()
  const { status, headers } = await value
  expect(status).toBe(303)
  expect(headers.location).toBe('/upload-materials')
  expect(await site.running.ended).toBe(0)
  expect(() => process.kill(site.server, 0)).toThrow('ESRCH')
  expect(await isFree(site.port)).toBe(true)
  expect(fs.existsSync(getLock(site.directory))).toBe(false)
  expect(fs.existsSync(path.join(site.directory, 'backend-socket'))).toBe(false)
  expect(fs.readdirSync(site.temporary).filter((name) => name.startsWith('lamplight-'))).toEqual([])
  expect(fs.readdirSync(path.join(site.directory, 'receiving'))).toEqual([])
  const stored = fs.readdirSync(path.join(site.directory, 'objects'), { recursive: true, withFileTypes: true })
  const sizes = stored.filter((entry) => entry.isFile()).map((entry) => fs.statSync(path.join(entry.parentPath, entry.name)).size)
  expect(sizes).toContain(file.length)
})

test('the process cuts off an endless request at the deadline and ends', async () => {
  const site = await startSite(onSharedBackend)
  const { value } = await uploadUnderWay({ ...site, directory: site.dataDirectory })
  const cut = value.then(
    () => 'answered',
    () => 'cut off',
  )
  site.running.process.kill('SIGINT')
  expect(await site.running.ended).toBe(1)
  expect(site.running.output()).toContain('Stopped after the deadline')
  expect(await cut).toBe('cut off')
  await site.end()
})

test.each([
  { what: 'the port of the site', variables: (taken: number, free: number) => ({ PORT: taken, BACKEND_PORT: free }) },
  { what: 'the port of the backend', variables: (taken: number, free: number) => ({ PORT: free, BACKEND_PORT: taken }) },
])('a start with $what in use says so in a sentence, releases its resources and ends with 1', async ({ variables }) => {
  const directory = await startedOnce()
  const temporary = temporaryDirectory()
  const ports = Object.entries(variables(shared.port, await freePort())).map(([name, port]) => [name, String(port)])
  const { code, output } = await runToEnd(['server/main.ts'], {
    ...Object.fromEntries(ports),
    DATA_DIR: directory.path,
    TMPDIR: temporary.path,
  })
  expect(code).toBe(1)
  expect(output).toMatch(new RegExp(`^Port ${shared.port} is in use[.;] .+\n$`))
  expect(fs.existsSync(getLock(directory.path))).toBe(false)
  expect(fs.existsSync(path.join(directory.path, 'backend-socket'))).toBe(false)
  expect(fs.readdirSync(temporary.path).filter((name) => name.startsWith('lamplight-'))).toEqual([])
  expect((await ask(`${shared.url}/healthz`)).status).toBe(200)
  directory.remove()
  temporary.remove()
})
