/** Returns the sentence on what a page cost: its bytes, and naira at a price per megabyte. */
export function dataText(bytes: number, nairaPerMb: number): string {
  const naira = (bytes / 1_000_000) * nairaPerMb
  const cost = naira < 0.005 ? 'less than ₦0.01' : `about ₦${naira.toFixed(2)}`
  return bytes === 0
    ? 'This page used no data: it was on this phone.'
    : `Estimate: this page used ${Math.ceil(bytes / 1000)} kB of data, ${cost} at ₦${nairaPerMb} per MB.`
}

/**
 * Adds to the footer what the page and its files took from the network, as the browser measured it. A file from the
 * browser's cache counts nothing. Without the script there is no such sentence.
 */
export function showDataUsed(): void {
  const place = document.querySelector<HTMLElement>('[data-price]')
  if (!place) {
    return
  }
  addEventListener('load', () => {
    // The browser measures the page itself after this event.
    setTimeout(() => {
      const loaded = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
      const bytes = (loaded as PerformanceResourceTiming[]).reduce((sum, { transferSize }) => sum + transferSize, 0)
      const sentence = document.createElement('p')
      sentence.textContent = dataText(bytes, Number(place.dataset.price))
      place.append(sentence)
    })
  })
}
