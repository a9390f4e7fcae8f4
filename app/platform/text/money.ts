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

/** Kobo as a spreadsheet reads naira: 3500.50. */
export function inNaira(amount: number): string {
  return (amount / 100).toFixed(2)
}

/** A price in naira as people read it: 0 is Free (SPEC 9). */
export function formatPrice(price: number): string {
  return price === 0 ? 'Free' : formatNaira(price)
}

const kobo = new Intl.NumberFormat('en-NG', {
  style: 'currency',
  currency: 'NGN',
  currencyDisplay: 'narrowSymbol',
  minimumFractionDigits: 2,
})

/** Kobo of the books as ₦1,500, or as ₦1,500.50 where some are left over. */
export function formatKobo(amount: number): string {
  return amount % 100 === 0 ? naira.format(amount / 100) : kobo.format(amount / 100)
}
