const naira = new Intl.NumberFormat('en-NG', {
  style: 'currency',
  currency: 'NGN',
  currencyDisplay: 'narrowSymbol',
  maximumFractionDigits: 0,
})

/** Naira as ₦1,500 (SPEC 9). */
export function formatNaira(amount: number): string {
  return naira.format(amount)
}

/** A price in naira as people read it: 0 is Free (SPEC 9). */
export function formatPrice(price: number): string {
  return price === 0 ? 'Free' : formatNaira(price)
}
