import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetchPicture } from './fetch-picture.ts'

const OWN_MACHINE = { allowIPAddressList: ['127.0.0.1'] }
let asked: string[] = []
const server = http.createServer((request, response) => {
  const path = request.url ?? ''
  asked.push(path)
  const [, redirects] = /^\/redirect\/(\d+)$/.exec(path) ?? []
  if (path === '/a.png') {
    response.end('a picture')
  } else if (path === '/large') {
    response.on('error', () => {})
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(1024 * 1024))) {
        // Writes until the other side stops reading.
      }
    }
    response.on('drain', more)
    more()
  } else if (redirects) {
    response.writeHead(302, { location: redirects === '0' ? '/a.png' : `/redirect/${Number(redirects) - 1}` }).end()
  } else if (path.startsWith('/to/')) {
    response.writeHead(301, { location: decodeURIComponent(path.slice('/to/'.length)) }).end()
  } else {
    response.writeHead(404).end()
  }
})
let url = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test('returns the bytes, even after some redirects', async () => {
  expect(String(await fetchPicture(`${url}/a.png`, OWN_MACHINE))).toBe('a picture')
  expect(String(await fetchPicture(`${url}/redirect/2`, OWN_MACHINE))).toBe('a picture')
})

test.each([
  ['/redirect/3', /redirected more than 3 times/],
  ['/missing', /responded 404/],
  ['/large', /larger than 15 MiB/],
  ['/to/file%3A%2F%2F%2Fetc%2Fpasswd', /neither https nor http/],
])('throws for %s', async (path, reason) => {
  await expect(fetchPicture(url + path, OWN_MACHINE)).rejects.toThrow(reason)
})

test.each(['127.0.0.1', 'localhost', '127.1', '2130706433', '0x7f000001', '0.0.0.0', '[::1]', '[::ffff:127.0.0.1]', '[::]'])(
  'sends no request to this machine at %s',
  async (host) => {
    asked = []
    await expect(fetchPicture(`http://${host}:${new URL(url).port}/a.png`)).rejects.toThrow()
    expect(asked).toEqual([])
  },
)

test.each([
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '[fd00::1]',
  '[fe80::1]',
  '[64:ff9b::a00:1]',
])('rejects the private address %s at once, even after a redirect', async (host) => {
  const rejected = /is not allowed|is private|DNS lookup/
  await expect(fetchPicture(`http://${host}/a.png`)).rejects.toThrow(rejected)
  await expect(fetchPicture(`${url}/to/${encodeURIComponent(`http://${host}/a.png`)}`, OWN_MACHINE)).rejects.toThrow(rejected)
})

test.each(['file:///etc/passwd', 'data:image/png;base64,AAAA', 'ftp://example.com/a.png', 'gopher://example.com'])(
  'rejects %s',
  async (address) => {
    await expect(fetchPicture(address)).rejects.toThrow(/neither https nor http/)
  },
)
