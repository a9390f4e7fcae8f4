const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }

/**
 * Returns a function that requests a text after a pause. A newer request cancels an older one, also if its response has
 * arrived; null only cancels it. Requests nothing with Save-Data.
 */
export function requestLatest(pauseMs: number) {
  let pause: ReturnType<typeof setTimeout>
  let latest: AbortController | undefined
  return (address: string | null, show: (text: string) => void): void => {
    clearTimeout(pause)
    latest?.abort()
    if (address === null || connection?.saveData) {
      return
    }
    const mine = (latest = new AbortController())
    const load = async () => {
      const response = await fetch(address, mine)
      const text = await response.text()
      if (response.ok && !mine.signal.aborted) {
        show(text)
      }
    }
    pause = setTimeout(() => {
      load().catch((error) => {
        if (!mine.signal.aborted) {
          console.warn(error)
        }
      })
    }, pauseMs)
  }
}
