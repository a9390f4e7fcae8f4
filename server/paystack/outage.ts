/** Records since when Paystack does not respond. A call that it answers, even with a rejection, ends the outage. */
export class PaystackOutage {
  #current: { since: string; cause: string } | null = null

  /** The outage (`since` is ISO 8601), or null while Paystack responds. */
  get current(): Readonly<{ since: string; cause: string }> | null {
    return this.#current
  }

  begin(cause: string): void {
    this.#current ??= { since: new Date().toISOString(), cause }
  }

  end(): void {
    this.#current = null
  }
}
