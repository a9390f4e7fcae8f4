/*
 * Moves the focus to the error of a form that was not saved. Without a script the attribute `autofocus` of the same
 * elements does it (ui/field.tsx).
 */

/** The focused element when the last form was sent; null once the user has typed something after that. */
let sentFrom: Element | null = null

if (typeof document !== 'undefined') {
  document.addEventListener('submit', () => (sentFrom = document.activeElement), true)
  document.addEventListener('input', () => (sentFrom = null), true)
}

/**
 * Focuses the first invalid field of the form, or else its summary, and scrolls there. On a slow connection the user may
 * have continued to type: moving the focus then would send the rest of a word into another field, so it is left in place.
 */
export function focusError(summary: HTMLElement | null): void {
  const { activeElement, body } = document
  if (sentFrom && (activeElement === sentFrom || activeElement === body)) {
    const form = summary?.closest('form') ?? body
    const target = form.querySelector<HTMLElement>('[aria-invalid=true]') ?? summary
    target?.focus({ preventScroll: true })
    target?.scrollIntoView({ block: 'center' })
  }
}
