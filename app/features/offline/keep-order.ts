import { caching, fetchAndKeep } from './kept-pages.ts'
import { warn } from './warn.ts'

/**
 * Shows the button that keeps the page of an order (app/routes/order.tsx) until its buyer removes the copies or signs
 * out. Its address is a secret, so it is kept only when asked.
 */
export async function offerToKeepOrder(): Promise<void> {
  const button = document.querySelector<HTMLButtonElement>('#keep-order')
  if (!button || !navigator.serviceWorker || !('caches' in window)) {
    return
  }
  const address = location.origin + location.pathname
  const orders = await caches.open(caching.orders)
  const showKept = () => {
    button.textContent = 'Kept on this device'
    button.ariaDisabled = 'true'
  }
  if (await orders.match(address, { ignoreVary: true })) {
    showKept()
  }
  button.hidden = false
  button.addEventListener('click', () => {
    if (button.ariaDisabled !== 'true') {
      fetchAndKeep(caching.orders, address)
        .then((isKept) => isKept && showKept())
        .catch(warn)
    }
  })
}
