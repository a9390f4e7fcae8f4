import { errorMessage, log } from '#app/platform/log/log.server.ts'
import { missedSearches } from '../analytics/missed-searches.ts'
import { countViewsAndClicks, type ViewsAndClicks } from '../analytics/views-and-clicks.ts'
import type { Jobs } from '../job-runner/jobs.ts'
import type { BackendService } from './backend.ts'
import { type Service, Services } from './services.ts'

export type Analytics = Service & { viewsAndClicks: ViewsAndClicks; missedSearches: ReturnType<typeof missedSearches> }

/** Starts to count views, clicks and searches without a result. */
export function startAnalytics({ backend }: BackendService, jobs: Jobs): Analytics {
  const services = new Services()
  const viewsAndClicks = services.add(countViewsAndClicks(backend, jobs.add('views and clicks')))
  const missed = services.add(
    missedSearches(backend, (error) =>
      log.error({ event: 'search.miss_not_recorded', error: errorMessage(error) }, 'Could not record a missed search'),
    ),
  )
  return { viewsAndClicks, missedSearches: missed, stop: () => services.stop() }
}
