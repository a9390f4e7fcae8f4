import { requestLatest } from '#app/platform/pages/request-latest.ts'

const PAUSE_MS = 250

/**
 * Fills in the suggestions of a global search (app/features/shell/global-search.tsx) while a visitor types. The browser
 * shows the datalist, so keyboards and screen readers can use it. Without the script the form searches as usual.
 */
export function suggestSearches(): void {
  const request = requestLatest(PAUSE_MS)
  addEventListener('input', ({ target }) => {
    const { form, list, value } = target as HTMLInputElement
    if (list && form?.getAttribute('action') === '/search') {
      // The server completes a last word of three letters or more.
      request(/[a-z]{3}$/i.test(value) ? `/suggestions?${new URLSearchParams({ q: value }).toString()}` : null, (text) => {
        const suggestions = new DOMParser().parseFromString(text, 'text/html').querySelector('datalist')
        if (suggestions) {
          list.innerHTML = suggestions.innerHTML
        }
      })
    }
  })
}
