/** Returns the sentence on what a page cost: its bytes, and naira at a price per megabyte. */
export function dataText(bytes: number, nairaPerMb: number): string {
  const naira = (bytes / 1_000_000) * nairaPerMb
  const cost = naira < 0.005 ? 'less than ₦0.01' : `about ₦${naira.toFixed(2)}`
  return bytes === 0
    ? 'This page used no data: it was on this device.'
    : `Estimate: this page used ${Math.ceil(bytes / 1000)} kB of data, ${cost} at ₦${nairaPerMb} per MB.`
}

/** How many times smaller a page is on the wire. */
const COMPRESSION = 4

/**
 * Returns the bytes that a page or a file took from the network. A page that the service worker passed on is measured
 * after decompression, so its size on the wire is estimated.
 */
export function wireBytes(entry: Pick<PerformanceResourceTiming, 'entryType' | 'transferSize' | 'workerStart'>): number {
  return entry.entryType === 'navigation' && entry.workerStart > 0 ? entry.transferSize / COMPRESSION : entry.transferSize
}

/**
 * Adds to the footer what the page and its files took from the network, as the browser measured it, also those that
 * come later, such as pictures further down. A file from the browser's cache counts nothing. Without the script there
 * is no such sentence.
 */
export function showDataUsed(): void {
  const place = document.querySelector<HTMLElement>('[data-price]')
  if (!place) {
    return
  }
  const sentence = document.createElement('p')
  const show = () => {
    const loaded = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
    const bytes = (loaded as PerformanceResourceTiming[]).reduce((sum, entry) => sum + wireBytes(entry), 0)
    sentence.textContent = dataText(navigator.onLine ? bytes : 0, Number(place.dataset.price))
  }
  addEventListener('load', () => {
    // The browser measures the page itself after this event.
    setTimeout(() => {
      show()
      place.append(sentence)
      new PerformanceObserver(show).observe({ type: 'resource' })
    })
  })
}
