// Says while the form is filled in that the domain of an email looks misspelled. Without JavaScript the server asks when
// the form is sent (app/routes/buy.tsx).
import { forgetOpenedOrders } from '../features/orders/opened-orders.ts'
import { sendSource } from '../features/statistics/remember-source.ts'
import { suggestEmail } from '../platform/forms/email-typo.ts'

/** The pause in typing, in ms, after which the address is checked. */
const PAUSE_MS = 400
const hint = document.querySelector<HTMLElement>('.typo')
const email = document.querySelector<HTMLInputElement>('[name=email]')
const kept = document.querySelector<HTMLInputElement>('[name=kept]')
sendSource(document.querySelector<HTMLInputElement>('[name=source]'))
document.querySelector('[value=forget]')?.addEventListener('click', forgetOpenedOrders)
if (hint && email && kept) {
  const button = hint.querySelector('button') as HTMLButtonElement
  const address = hint.querySelector('b') as HTMLElement
  let timer = 0
  const wait = (act: () => void) => {
    clearTimeout(timer)
    timer = window.setTimeout(act, PAUSE_MS)
  }
  const show = () => {
    const meant = suggestEmail(email.value)
    hint.hidden = meant === null
    address.textContent = meant && meant.slice(meant.indexOf('@'))
    // The server does not ask again when the hint has been on the screen. A tap on Pay that made it appear is too quick.
    wait(() => (kept.value = meant === null ? '' : email.value.trim()))
  }
  email.addEventListener('input', () => {
    kept.value = ''
    // The error was about the earlier address.
    email.removeAttribute('aria-invalid')
    email.parentElement?.querySelector('.err')?.remove()
    wait(show)
  })
  email.addEventListener('change', show)
  button.addEventListener('click', () => {
    email.value = suggestEmail(email.value) ?? email.value
    email.focus()
    show()
  })
}
