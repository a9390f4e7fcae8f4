import { expect, test } from 'vitest'
import { ask } from '../support/http.ts'
import { expectSecurityHeaders } from './security-headers.ts'
import { getClient, DEMO_PASSWORD, shared, STUDENT } from './sites.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const HTML = Buffer.from('<!doctype html><script>alert(document.domain)</script>')

async function student() {
  const client = getClient(shared.backendUrl, shared.keys.publishable_key)
  const { data, error } = await client.auth.signInWithPassword({ email: STUDENT, password: DEMO_PASSWORD })
  expect(error).toBeNull()
  return { client, userId: data.user?.id ?? '', token: data.session?.access_token ?? '' }
}

test('the port of the site serves nothing of the backend, whatever the key or token', async () => {
  const { client, userId, token } = await student()
  const path = `${userId}/${Date.now()}-care.pdf`
  const stored = await client.storage
    .from('material-uploads')
    .upload(path, Buffer.from('%PDF-1.7'), { contentType: 'application/pdf' })
  expect(stored.error).toBeNull()
  const { secret_key, publishable_key } = shared.keys
  const keys: Record<string, string>[] = [
    {},
    { apikey: publishable_key },
    { apikey: publishable_key, authorization: `Bearer ${token}` },
    { apikey: secret_key, authorization: `Bearer ${secret_key}` },
  ]
  for (const headers of keys) {
    for (const address of [
      '/rest/v1/settings',
      '/rest/v1/',
      '/rest/v1/rpc/search_materials',
      '/auth/v1/health',
      '/auth/v1/settings',
      '/auth/v1/user',
      '/auth/v1/admin/users',
      `/storage/v1/object/material-uploads/${path}`,
      `/storage/v1/object/authenticated/material-uploads/${path}`,
      `/storage/v1/object/public/material-uploads/${path}`,
      `/storage/v1/object/public/product-files/../../material-uploads/${path}`,
      `/storage/v1/object/public/%2e%2e/authenticated/material-uploads/${path}`,
      '/storage/v1/object/list/material-uploads',
      '/storage/v1/bucket',
      '/functions/v1/upload-to-drive',
      '/_system',
      '/_system/schema',
      '/storage/v1/object/public/%2e%2e/%2e%2e/%2e%2e/%2e%2e/rest/v1/settings',
    ]) {
      const response = await ask(shared.url + address, { headers })
      expect(response.status, address).toBe(404)
      expect(response.headers['content-type'], address).toMatch(/^text\/html/)
    }
    for (const [method, address] of [
      ['POST', '/auth/v1/signup'],
      ['POST', '/auth/v1/token?grant_type=password'],
      ['POST', '/rest/v1/rpc/make_admin'],
      ['PATCH', '/rest/v1/settings'],
      ['POST', `/storage/v1/object/product-files/avatars/${userId}.png`],
      ['PUT', `/storage/v1/object/public/product-files/avatars/${userId}.png`],
      ['DELETE', `/storage/v1/object/public/product-files/avatars/${userId}.png`],
      ['POST', '/functions/v1/upload-to-drive'],
    ] as const) {
      const reply = await ask(shared.url + address, {
        method,
        headers: { ...headers, 'content-type': 'application/json' },
        // Node sends the body of a DELETE without declaring its length.
        body: method === 'DELETE' ? undefined : '{}',
      })
      expect([404, 405], `${method} ${address} ${reply.status}`).toContain(reply.status)
      expect(reply.text).not.toContain(secret_key)
    }
  }
  await client.storage.from('material-uploads').remove([path])
})

test('a public picture has its own type, is not sniffed, and is cached and revalidated by its ETag', async () => {
  const { client, userId } = await student()
  const name = `avatars/${userId}.png`
  expect(
    (await client.storage.from('product-files').upload(name, PNG, { contentType: 'image/png', upsert: true })).error,
  ).toBeNull()
  const address = `${shared.url}/storage/v1/object/public/product-files/${name}`
  const shown = await ask(address)
  expect(shown.status).toBe(200)
  expect(shown.body).toEqual(PNG)
  expect(shown.headers['content-type']).toBe('image/png')
  expect(shown.headers['content-disposition']).toBeUndefined()
  expect(shown.headers['cache-control']).toMatch(/^public, max-age=\d{3,}$/)
  expect(shown.headers['set-cookie']).toBeUndefined()
  expect(shown.headers['content-security-policy']).toContain('sandbox')
  expectSecurityHeaders(shown)
  expect(shown.headers.etag).toBeTruthy()
  const again = await ask(address, { headers: { 'if-none-match': shown.headers.etag ?? '' } })
  expect([200, 304]).toContain(again.status)

  const head = await ask(address, { method: 'HEAD' })
  expect(head.status).toBe(200)
  expect(head.headers['content-type']).toBe('image/png')

  expect((await client.storage.from('product-files').remove([name])).error).toBeNull()
  expect((await ask(address)).status).toBe(404)
})

test('a public HTML file is rejected, and a fake picture is never run as a page', async () => {
  const { client, userId } = await student()
  const name = `avatars/${userId}.png`
  const service = getClient(shared.backendUrl, shared.keys.secret_key)
  for (const each of [client, service]) {
    for (const contentType of ['text/html', 'image/svg+xml', 'application/xhtml+xml']) {
      expect(
        (await each.storage.from('product-files').upload(name, HTML, { contentType, upsert: true })).error,
        contentType,
      ).not.toBeNull()
    }
  }
  expect(
    (await client.storage.from('product-files').upload(name, HTML, { contentType: 'image/png', upsert: true })).error,
  ).toBeNull()
  const pretended = await ask(`${shared.url}/storage/v1/object/public/product-files/${name}`)
  expect(pretended.headers['content-type']).toBe('image/png')
  expectSecurityHeaders(pretended)
  expect(pretended.headers['content-security-policy']).toContain('sandbox')
  await client.storage.from('product-files').remove([name])
})

test('a public bucket without type limits shows pictures alone and downloads the rest', async () => {
  const service = getClient(shared.backendUrl, shared.keys.secret_key)
  const bucket = `anything-${Date.now()}`
  expect((await service.storage.createBucket(bucket, { public: true })).error).toBeNull()
  for (const [name, contentType] of [
    ['page.html', 'text/html'],
    ['page.svg', 'image/svg+xml'],
    ['script.js', 'text/javascript'],
  ] as const) {
    expect((await service.storage.from(bucket).upload(name, HTML, { contentType })).error, name).toBeNull()
    const response = await ask(`${shared.url}/storage/v1/object/public/${bucket}/${name}`)
    expect(response.status, name).toBe(200)
    expect(response.headers['content-type'], name).toBe('application/octet-stream')
    expect(response.headers['content-disposition'], name).toBe('attachment')
    expectSecurityHeaders(response)
  }
  await service.storage.emptyBucket(bucket)
  await service.storage.deleteBucket(bucket)
})
