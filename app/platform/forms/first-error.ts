/**
 * To be called when a form is sent. Returns what puts the cursor at the first wrong field when the answer is here; `errors` by the names of
 * the form's fields. On a slow connection the person may have gone on meanwhile: a cursor that jumps then would send the rest of a word
 * into another field, so it stays where it is.
 */
export function getFirstError(form: HTMLFormElement) {
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
