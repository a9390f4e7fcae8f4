/** Returns Paystack's published fee for a transfer, in kobo: ₦10 up to ₦5,000, ₦25 up to ₦50,000, ₦50 above. */
export function transferFee(amount: number): number {
  return amount <= 500_000 ? 1000 : amount <= 5_000_000 ? 2500 : 5000
}
