import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { Jobs } from '../job-runner/jobs.ts'
import { openMetrics } from './metrics.ts'
import { serveMetrics } from './serve.ts'

const servers: http.Server[] = []
afterAll(() => servers.forEach((server) => server.close()))

test('metrics reports requests, the event loop and jobs at /metrics without addresses, and serves no other path', async () => {
  const jobs = new Jobs()
  const mails = jobs.add('mails')
  mails.finishRound(0)
  mails.failed(new Error('the mail server is unavailable'))
  mails.finishRound(3)
  const metrics = openMetrics(jobs)
  const site = http.createServer(metrics.timed((_request, response) => void response.writeHead(404).end('no')))
  servers.push(site, await serveMetrics(metrics, '127.0.0.1', 0))
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
  const [siteAt, metricsAt] = servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  await (await fetch(`${siteAt}/dashboard?email=ada@example.com`)).text()
  await (await fetch(`${siteAt}/`, { method: 'PROPFIND' })).text()

  const reply = await fetch(`${metricsAt}/metrics`)
  const text = await reply.text()
  expect(reply.headers.get('content-type')).toContain('text/plain')
  expect(text).toContain('lamplight_http_request_seconds_count{method="GET",status="4xx"} 1')
  expect(text).toContain('lamplight_http_request_seconds_count{method="other",status="4xx"} 1')
  expect(text).toContain('lamplight_http_requests_under_way 0')
  expect(text).toContain('lamplight_job_waiting{job="mails"} 3')
  expect(text).toContain('lamplight_job_rounds{job="mails"} 2')
  expect(text).toMatch(/lamplight_job_failing_seconds\{job="mails"\} \d/)
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
  expect(text).not.toContain('ada@example.com')
  expect((await fetch(`${metricsAt}/`)).status).toBe(404)
  expect((await fetch(`${metricsAt}/metrics`, { method: 'POST' })).status).toBe(404)
})
