import type { IncomingMessage, ServerResponse } from 'node:http'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Jobs } from '../job-runner/jobs.ts'

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown

export type Metrics = {
  /**
   * Counts and times the requests of a listener. Addresses are not recorded: a label for each would be unbounded, and
   * may identify a user.
   */
  timed(listener: Listener): Listener
  /** Returns all metrics in the text format of Prometheus. */
  text(): Promise<string>
  contentType: string
}

/** Histogram buckets in seconds, from a cached page to an upload over a slow line. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60]
/** Other methods are counted together, because clients can make them up. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Creates the metrics of this process: requests, event loop, memory, and each job with the length of its queue. */
export function openMetrics(jobs: Jobs): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'lamplight_http_request_seconds',
    help: 'How long requests took, from their first line to the end of the answer',
    labelNames: ['method', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  })
  const underWay = new Gauge({
    name: 'lamplight_http_requests_under_way',
    help: 'Requests that are being answered now',
    registers: [registry],
  })
  registry.registerMetric(
    new Gauge({
      name: 'lamplight_job_failing_seconds',
      help: 'For how long a job has failed; 0 while it works',
      labelNames: ['job'],
      registers: [],
      collect() {
        const failing = new Map(jobs.failing().map(({ job, seconds }) => [job, seconds]))
        for (const { name } of jobs.all()) {
          this.set({ job: name }, failing.get(name) ?? 0)
        }
      },
    }),
  )
  registry.registerMetric(
    new Gauge({
      name: 'lamplight_job_waiting',
      help: 'How many things of a job failed before and wait for another try',
      labelNames: ['job'],
      registers: [],
      collect() {
        for (const { name, waiting } of jobs.all()) {
          this.set({ job: name }, waiting)
        }
      },
    }),
  )
  registry.registerMetric(
    new Gauge({
      name: 'lamplight_job_rounds',
      help: 'How many rounds a job has done since the start',
      labelNames: ['job'],
      registers: [],
      collect() {
        for (const { name, rounds } of jobs.all()) {
          this.set({ job: name }, rounds)
        }
      },
    }),
  )
  return {
    timed: (listener) => (request, response) => {
      const began = performance.now()
      underWay.inc()
      response.once('close', () => {
        underWay.dec()
        const method = METHODS.has(request.method ?? '') ? (request.method ?? '') : 'other'
        requests.observe({ method, status: `${Math.floor(response.statusCode / 100)}xx` }, (performance.now() - began) / 1000)
      })
      return listener(request, response)
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
