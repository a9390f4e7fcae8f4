/**
 * Puts the cursor at the first wrong field when the answer to a form arrives. On a slow connection the person may have gone on meanwhile: a
 * cursor that jumps then would send the rest of a word into another field, so it stays where it is.
 */
export class FirstError {
  private at: Element | null = null
  private hasTyped = false

  /** The form is being sent. */
  sent(form: HTMLFormElement): void {
    this.at = document.activeElement
    this.hasTyped = false
    form.addEventListener('input', () => (this.hasTyped = true), { once: true })
  }

  /** The answer is here; `errors` by the names of the form's fields. */
  show(form: HTMLFormElement | null, errors: Readonly<Record<string, unknown>>): void {
    const first = form?.elements.namedItem(Object.keys(errors)[0] ?? '')
    if (first instanceof HTMLElement && !this.hasGoneOn()) {
      first.focus()
    }
  }

  private hasGoneOn(): boolean {
    const now = document.activeElement
    return this.hasTyped || (this.at !== null && now !== this.at && now !== document.body)
  }
}
