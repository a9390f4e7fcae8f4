import { requestLatest } from '#app/platform/pages/request-latest.ts'

/** Pause in milliseconds after a choice, so that several quick ones are one request. */
const PAUSE_MS = 200
const PLAIN = 'Show results'

/**
 * Writes the number of works on the button of the marketplace's filters while a visitor chooses. The list does not
 * change before the button is pressed (WCAG 3.2.2). Without a response the button keeps its plain label.
 */
export function countChoices(): void {
  const request = requestLatest(PAUSE_MS)
  addEventListener('change', ({ target }) => {
    const { form } = target as HTMLInputElement
    const button = form?.id === 'filters' && form.querySelector('button')
    if (form && button) {
      button.textContent = PLAIN
      request(`/marketplace/count?${new URLSearchParams([...new FormData(form)] as [string, string][]).toString()}`, (text) => {
        // A network that wants a sign-in first answers with a page.
        button.textContent = /^Show [\w, ]+$/.test(text) ? text : PLAIN
      })
    }
  })
}
