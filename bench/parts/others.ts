// Response times of a cached page, requested every 20 ms while the process is busy with other requests.
import net from 'node:net'
import { figuresWhile, many, read } from '../busy.ts'
import { type BenchSite, startSite } from '../site.ts'
import type { Figure } from '../table.ts'

export async function others(): Promise<Figure[]> {
  const site = await startSite()
  try {
    return await figuresWhile(site, [
      ['nothing else happens', () => new Promise((resolve) => setTimeout(resolve, 2000))],
      ['100 searches are asked for at once', () => many(100, (nth) => read(`${site.url}/marketplace?search=labour+${nth}`))],
      ['share pictures of 20 works are requestPictures', () => requestPictures(site)],
      ['one connection asks for 3,000 pages at once', () => pipeline(site, '/marketplace', 3000)],
      ['one connection asks for 500 lists of topics at once', () => pipeline(site, '/topics-directory/all.json', 500)],
    ])
  } finally {
    await site.end()
  }
}

/** Requests the pictures of the first page of materials. */
async function requestPictures(site: BenchSite): Promise<void> {
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

/**
 * Sends all requests without waiting for responses, then reads until all arrived or the server closes the connection.
 */
function pipeline(site: BenchSite, path: string, count: number): Promise<void> {
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
