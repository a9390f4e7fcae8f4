// A real nginx in front, with the settings of docs/nginx.conf: public pages while this process is down, and no user
// gets another's page.
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { NGINX } from '#scripts/suite/debian-packages.ts'
import { ask, cookieHeader, send } from '../support/http.ts'
import { freePort, listens, root, start, temporaryDirectory, until } from '../support/processes.ts'
import { DEMO_PASSWORD, onSharedBackend, ADMIN, type Site, startSite, STUDENT, whenOver } from './sites.ts'

const PAGES = ['/', '/marketplace', '/material-preview/medication-adherence-hypertension-enugu', '/topics-directory', '/faq']

/** Starts nginx in front of a site, with our settings except the three values that the file says to change. */
async function startNginx(site: Site): Promise<string> {
  const directory = temporaryDirectory()
  const port = await freePort()
  const ours = fs
    .readFileSync(path.join(root, 'docs/nginx.conf'), 'utf8')
    .replace('/var/cache/nginx/lamplight', path.join(directory.path, 'kept'))
    .replace('server 127.0.0.1:3000;', `server 127.0.0.1:${site.port};`)
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replaceAll(/^ {2}(server_name|ssl_certificate\w*) .*$/gm, '')
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (what) => `${what}_temp_path ${path.join(directory.path, what)};`,
  )
  const file = path.join(directory.path, 'nginx.conf')
  fs.writeFileSync(
    file,
    `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid ${directory.path}/pid; error_log ${directory.path}/errors;
    worker_processes 1; events {} http { access_log off; ${places.join(' ')}\n${ours}\n}`,
  )
  const nginx = start(NGINX, ['-c', file, '-e', path.join(directory.path, 'errors')], {})
  whenOver(async () => {
    nginx.process.kill('SIGQUIT')
    await nginx.ended
    directory.remove()
  })
  const url = `http://127.0.0.1:${port}`
  await until(() => listens(url), nginx)
  return url
}

let site: Site
beforeAll(async () => {
  site = await startSite({ ...onSharedBackend, TRUSTED_PROXIES: '127.0.0.1' })
})

test("users never get each other's page, in any order of requests", async () => {
  const front = await startNginx(site)
  const signedIn = async (email: string) => {
    const cookie = cookieHeader((await send(`${site.url}/auth`, { intent: 'login', email, password: DEMO_PASSWORD })).cookies)
    expect(cookie).toContain('session=')
    return cookie
  }
  const people = {
    visitor: '',
    'visitor in the dark': 'theme=dark',
    'visitor with another theme': 'theme=%64ark',
    'visitor with cookies of others': '_ga=GA1.1; theme=dark; sidebar=collapsed',
    student: await signedIn(STUDENT),
    admin: `theme=dark; ${await signedIn(ADMIN)}`,
  }
  const asked = (address: string, cookie: string) => ask(address, { headers: cookie ? { cookie } : {} })
  const own = new Map<string, string>()
  for (const [who, cookie] of Object.entries(people)) {
    for (const page of PAGES) {
      own.set(`${who} ${page}`, (await asked(site.url + page, cookie)).text)
    }
  }
  expect(new Set(own.values()).size, 'the two who see the same are the visitor and the one with a theme of no kind').toBe(
    own.size - PAGES.length,
  )
  for (let round = 0; round < 3; round += 1) {
    const visits = Object.entries(people).flatMap(([who, cookie]) => PAGES.map((page) => ({ who, cookie, page })))
    const order = round % 2 === 0 ? visits : visits.toReversed()
    await Promise.all(
      order.map(async ({ who, cookie, page }) => {
        const { text } = await asked(front + page, cookie)
        expect(text === own.get(`${who} ${page}`), `${who} at ${page}, round ${round}`).toBe(true)
      }),
    )
  }
})

// The last one, because it ends the site.
test('nginx serves public pages and no personal ones while the app is down', async () => {
  const front = await startNginx(site)
  const before = new Map<string, string>()
  for (const page of PAGES) {
    before.set(page, (await ask(front + page)).text)
    expect((await ask(front + page)).status, page).toBe(200)
  }
  const student = cookieHeader(
    (await send(`${site.url}/auth`, { intent: 'login', email: STUDENT, password: DEMO_PASSWORD })).cookies,
  )
  site.running.process.kill('SIGKILL')
  await once(site.running.process, 'close')
  for (const page of PAGES) {
    const response = await ask(front + page)
    expect([response.status, response.text === before.get(page)], page).toEqual([200, true])
  }
  for (const page of ['/auth', '/dashboard', '/healthz', '/marketplace?search=never-asked']) {
    expect((await ask(front + page)).status, page).toBe(502)
  }
  expect((await ask(`${front}/marketplace`, { headers: { cookie: student } })).status, 'a signed-in person').toBe(502)
})
