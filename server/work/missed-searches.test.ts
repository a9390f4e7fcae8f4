import { expect, it, vi } from 'vitest'
import type { SiteBackend } from '../site-backend.ts'
import { missedSearches } from './missed-searches.ts'

const backendThat = (fetch: typeof globalThis.fetch, secretKey: string | null = 'secret') =>
  ({ url: 'http://backend', secretKey, fetch }) as SiteBackend

it('notes the same words of the same visitor once, and tells the backend nothing of who asked', async () => {
  const sent: string[] = []
  const note = missedSearches(
    backendThat(async (_address, request) => {
      sent.push(typeof request?.body === 'string' ? request.body : '')
      return new Response(null, { status: 204 })
    }),
    (error) => expect.unreachable(String(error)),
  )
  note({ words: 'Lupus  nephritis', kind: 'material' }, '198.51.100.7')
  note({ words: 'lupus nephritis ', kind: 'material' }, '198.51.100.7')
  note({ words: 'lupus nephritis', kind: 'topic' }, '198.51.100.7')
  note({ words: 'lupus nephritis', kind: 'material' }, '198.51.100.8')
  await vi.waitFor(() => expect(sent).toHaveLength(3))
  expect(sent.map((body) => JSON.parse(body) as unknown)).toEqual([
    { words: 'lupus nephritis', kind: 'material' },
    { words: 'lupus nephritis', kind: 'topic' },
    { words: 'lupus nephritis', kind: 'material' },
  ])
})

it('without a secret key nothing is asked, and a failure is told and keeps nobody', async () => {
  const failed = vi.fn<(error: unknown) => void>()
  const never = vi.fn<typeof globalThis.fetch>()
  missedSearches(backendThat(never, null), failed)({ words: 'lupus', kind: 'topic' }, 'a')
  missedSearches(
    backendThat(async () => new Response('{"message":"away"}', { status: 500 })),
    failed,
  )({ words: 'lupus', kind: 'topic' }, 'a')
  await vi.waitFor(() => expect(failed).toHaveBeenCalledOnce())
  expect(never).not.toHaveBeenCalled()
})
