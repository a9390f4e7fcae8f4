// Created on first use: loading Intl's currency data takes longer than most modules.
let naira: Intl.NumberFormat | undefined
let kobo: Intl.NumberFormat | undefined

/** Formats naira as ₦1,500 (SPEC 9). */
export function formatNaira(amount: number): string {
  naira ??= inCurrency({ maximumFractionDigits: 0 })
  return naira.format(amount)
}

/** Formats kobo as naira for a spreadsheet: 3500.50. */
export function inNaira(amount: number): string {
  return (amount / 100).toFixed(2)
}

/** Formats a price in naira; 0 is Free (SPEC 9). */
export function formatPrice(price: number): string {
  return price === 0 ? 'Free' : formatNaira(price)
}

/** Formats a paid amount in its smallest unit: kobo as ₦1,500, another currency with its code, such as USD 12.00. */
export function formatPaid(amount: number, currency: string): string {
  return currency === 'NGN'
    ? formatKobo(amount)
    : new Intl.NumberFormat('en-NG', { style: 'currency', currency, currencyDisplay: 'code' }).format(amount / 100)
}

/** Formats kobo as ₦1,500, or as ₦1,500.50 if it is not whole naira. */
export function formatKobo(amount: number): string {
  if (amount % 100 === 0) {
    return formatNaira(amount / 100)
  }
  kobo ??= inCurrency({ minimumFractionDigits: 2 })
  return kobo.format(amount / 100)
}

const inCurrency = (digits: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat('en-NG', { style: 'currency', currency: 'NGN', currencyDisplay: 'narrowSymbol', ...digits })
