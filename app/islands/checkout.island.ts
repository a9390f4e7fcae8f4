// Says while the form is filled in that the domain of an email looks misspelled. Without JavaScript the server asks when
// the form is sent (app/routes/buy.tsx).
import { suggestEmail } from '../features/orders/email-typo.ts'

const hint = document.querySelector<HTMLElement>('.typo')
const email = document.querySelector<HTMLInputElement>('[name=email]')
const kept = document.querySelector<HTMLInputElement>('[name=kept]')
if (hint && email && kept) {
  const button = hint.querySelector('button') as HTMLButtonElement
  const address = hint.querySelector('b') as HTMLElement
  const show = () => {
    const meant = suggestEmail(email.value)
    hint.hidden = meant === null
    address.textContent = meant
    // The server does not ask again.
    kept.value = meant === null ? '' : email.value.trim()
  }
  email.addEventListener('change', show)
  button.addEventListener('click', () => {
    email.value = address.textContent ?? ''
    email.focus()
    show()
  })
}
