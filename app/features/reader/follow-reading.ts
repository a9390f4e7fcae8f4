import { COOKIE, COOKIE_AGE, COOKIE_PATHS } from '#app/platform/session/reading-settings.ts'

/**
 * Follows a reader with a script: a chosen size or paper is stored at once, the arrow keys turn the chapters, and the
 * heading that was reached is saved when the page is left.
 */
export function followReading(): void {
  const settings = document.querySelector<HTMLFormElement>('#reading-settings')
  settings?.addEventListener('change', () => {
    const chosen = (name: string) => settings.querySelector<HTMLInputElement>(`[name=${name}]:checked`)?.value
    for (const path of COOKIE_PATHS) {
      document.cookie = `${COOKIE}=${chosen('size')}.${chosen('tone')}; Path=${path}; Max-Age=${COOKIE_AGE}; SameSite=Lax`
    }
  })
  const text = document.querySelector<HTMLElement>('[data-place]')
  if (!text) {
    return
  }
  addEventListener('keydown', ({ key, target, ctrlKey, metaKey, altKey, shiftKey }) => {
    // In a table or a field the keys have their own meaning.
    const way = { ArrowRight: 'next', ArrowLeft: 'prev' }[key]
    if (way && !(target as Element).closest('input, .sideways') && !(ctrlKey || metaKey || altKey || shiftKey)) {
      document.querySelector<HTMLElement>(`a[rel=${way}]`)?.click()
    }
  })
  let saved = ''
  addEventListener('visibilitychange', () => {
    const passed = [...text.querySelectorAll('h2[id],h3[id],h4[id]')].filter(
      (heading) => heading.getBoundingClientRect().top < innerHeight / 2,
    )
    const last = passed.at(-1)
    if (last && last.id !== saved && document.visibilityState === 'hidden') {
      saved = last.id
      const place = { chapter: /\d+$/.exec(location.pathname)?.[0] ?? '', section: saved, title: last.textContent ?? '' }
      navigator.sendBeacon(text.dataset.place ?? '', new URLSearchParams(place))
    }
  })
}
