// What one more visitor feels while the process is busy with somebody else: a kept page, asked for every 20 ms.
import net from 'node:net'
import { cookieHeader, send } from '../../tests/support/ask.ts'
import { DEMO_PASSWORD } from '../../tests/support/prepared.ts'
import { othersWhile } from '../load.ts'
import { startSite, type BenchSite } from '../site.ts'
import { type Figure, ms } from '../table.ts'

const MOST_MS = 250
const MIB = 1024 * 1024

export async function others(): Promise<Figure[]> {
  const site = await startSite()
  try {
    const student = cookieHeader(
      (await send(`${site.url}/auth`, { intent: 'login', email: 'student@lamplight.example', password: DEMO_PASSWORD })).cookies,
    )
    const busy: [string, () => Promise<unknown>][] = [
      ['nothing else happens', () => new Promise((resolve) => setTimeout(resolve, 2000))],
      ['100 searches are asked for at once', () => many(100, (nth) => read(`${site.url}/marketplace?search=labour+${nth}`))],
      ['50 people sign in at once', () => many(50, (nth) => signIn(site, nth))],
      ['a file of 50 MiB is sent', () => upload(site, student, 0, 50)],
      ['twenty files of 20 MiB are sent at once', () => many(20, (nth) => upload(site, student, nth + 1, 20))],
      ['share pictures of 20 works are drawn', () => drawn(site)],
      ['one connection asks for 3,000 pages at once', () => pipelined(site, '/marketplace', 3000)],
      ['one connection asks for 500 lists of topics at once', () => pipelined(site, '/topics-directory/all.json', 500)],
    ]
    const figures: Figure[] = []
    await read(`${site.url}/faq`)
    for (const [what, act] of busy) {
      const { p50, p99, most } = await othersWhile(site.port, act)
      figures.push({
        figure: `while ${what}`,
        value: `p50 ${ms(p50)}, p99 ${ms(p99)}, longest ${ms(most)}`,
        budget: `p99 ${MOST_MS} ms`,
        within: p99 <= MOST_MS,
      })
    }
    return figures
  } finally {
    await site.end()
  }
}

const many = (count: number, each: (nth: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, (_, nth) => each(nth)))

async function read(address: string, headers: Record<string, string> = {}): Promise<string> {
  return (await fetch(address, { headers })).text()
}

/** Each from an address of their own, so that no limit answers for the password. */
const signIn = (site: BenchSite, nth: number) =>
  send(
    `${site.url}/auth`,
    { intent: 'login', email: 'student@lamplight.example', password: DEMO_PASSWORD },
    { headers: { 'x-forwarded-for': `198.51.100.${nth + 1}` } },
  )

async function upload(site: BenchSite, cookie: string, nth: number, mib: number): Promise<void> {
  const form = new FormData()
  for (const [field, value] of Object.entries({
    title: `Bench ${nth} of ${mib}`,
    category: 'thesis',
    format: 'PDF',
    email: 'ada@example.ng',
  })) {
    form.set(field, value)
  }
  const file = Buffer.alloc(mib * MIB, `line ${nth} `)
  file.write('%PDF-1.7\n')
  form.set('file', new Blob([file], { type: 'application/pdf' }), 'work.pdf')
  const answer = await fetch(`${site.url}/upload-materials`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, origin: site.url },
    body: form,
  })
  await answer.text()
  if (answer.status >= 500) {
    throw new Error(`An upload was answered with ${answer.status}`)
  }
}

/** The pictures of the first shelf's works. */
async function drawn(site: BenchSite): Promise<void> {
  const shelf = await read(`${site.url}/marketplace`)
  const slugs = [...new Set([...shelf.matchAll(/\/material-preview\/([a-z0-9-]+)/g)].map(([, slug = '']) => slug))].slice(0, 20)
  await Promise.all(
    slugs.map(async (slug) => {
      const page = await read(`${site.url}/material-preview/${slug}`)
      const picture = /<meta property="og:image" content="([^"]+)"/.exec(page)?.[1]
      if (!picture) {
        throw new Error(`${slug} has no picture`)
      }
      await (await fetch(picture)).arrayBuffer()
    }),
  )
}

/** Sends all requests without waiting for an answer, and reads until the server ends it or all are answered. */
function pipelined(site: BenchSite, path: string, count: number): Promise<void> {
  const request = `GET ${path} HTTP/1.1\r\nhost: localhost:${site.port}\r\naccept-encoding: identity\r\n\r\n`
  return new Promise((resolve) => {
    const socket = net.connect(site.port, '127.0.0.1', () => socket.write(request.repeat(count)))
    const end = () => {
      socket.destroy()
      resolve()
    }
    setTimeout(end, 10_000)
    socket.on('data', () => {})
    socket.on('error', end)
    socket.on('close', end)
  })
}
