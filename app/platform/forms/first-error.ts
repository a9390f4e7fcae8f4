/**
 * Prepares to focus the first invalid field; call it when a form is sent. Returns a function that does so when the
 * response arrives, with the errors by field name. On a slow connection the user may have continued to type: moving the
 * focus then would send the rest of a word into another field, so it is left in place.
 */
export function prepareErrorFocus(form: HTMLFormElement) {
  const at = document.activeElement
  let values = false
  form.addEventListener('input', () => (values = true), { once: true })
  return (errors: Readonly<Record<string, unknown>>): void => {
    const first = form.elements.namedItem(Object.keys(errors)[0] ?? '')
    if (first instanceof HTMLElement && !values && [at, document.body].includes(document.activeElement)) {
      first.focus()
    }
  }
}
