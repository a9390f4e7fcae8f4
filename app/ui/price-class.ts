/** Returns the CSS classes of a price: what is free has its own colour everywhere. */
export function priceClass(price: number): string {
  return price === 0 ? 'price free' : 'price'
}
