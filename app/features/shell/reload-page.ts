// Runs only on static pages in development. Vite sends the event (vite/reload-static-pages.ts).
import.meta.hot?.on('lamplight:page-changed', () => location.reload())

// An edit while the page was loading sent its event before the page listened, so report when the request was received.
const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
const received = page?.serverTiming.find(({ name }) => name === 'received')
if (received) {
  import.meta.hot?.send('lamplight:page-received', Number(received.description))
}
