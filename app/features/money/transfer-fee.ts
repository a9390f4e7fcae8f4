/** What Paystack takes for a transfer, in kobo, as it publishes it: ₦10 up to ₦5,000, ₦25 up to ₦50,000, ₦50 above. */
export function transferFee(amount: number): number {
  return amount <= 500_000 ? 1000 : amount <= 5_000_000 ? 2500 : 5000
}
