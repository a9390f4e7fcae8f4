/** The key under which a tab remembers where its visit came from (docs/decisions/0022). */
const KEY = 'came-from'

/** Remembers the `utm_source` or the other site that led here, until the tab is closed. */
export function rememberSource(): void {
  const from = new URLSearchParams(location.search).get('utm_source') ?? (URL.parse(document.referrer)?.host || location.host)
  if (from !== location.host) {
    sessionStorage.setItem(KEY, from)
  }
}

/** Writes what the tab remembers into the form of the checkout. */
export function sendSource(field: HTMLInputElement | null): void {
  const from = sessionStorage.getItem(KEY)
  if (field && from) {
    field.value = from
  }
}
