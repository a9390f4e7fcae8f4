import { addOpenedOrder, findOpenedOrder } from './opened-orders.ts'

/**
 * Remembers on the page of an order that this browser has the work, and links on the page of that work to its file
 * instead of its price and the purchase. Without a script the checkout says that the work was bought.
 */
export function linkBoughtWork(): void {
  const bought = document.querySelector<HTMLElement>('[data-bought]')?.dataset.bought
  if (bought) {
    addOpenedOrder(bought, location.pathname, Date.now())
  }
  document.querySelectorAll('main .go[href^="/buy/"], main .get-free').forEach((purchase) => {
    const address = purchase.getAttribute('href') ?? purchase.getAttribute('action') ?? ''
    const path = findOpenedOrder(address.slice('/buy/'.length).replace(/\?.*/, ''), Date.now())
    if (path) {
      const link = document.createElement('a')
      link.className = 'btn go'
      link.href = path
      link.textContent = 'Open your file'
      purchase.parentElement?.querySelector('.price')?.replaceWith('You have this')
      purchase.replaceWith(link)
    }
  })
}
