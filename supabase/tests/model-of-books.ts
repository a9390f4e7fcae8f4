/*
 * A model of the ledger for sales, refunds, payouts and returns. It shares no code with the database: it counts in
 * whole kobo, event by event.
 */

const HOUR = 3_600_000
const DAY = 24 * HOUR

export type Material = { id: string; owner: string | null; percent: number }
type Share = { owner: string; kobo: number; back: number; cleared: boolean }
export type Sale = {
  id: string
  gross: number
  fee: number
  /** The author's, and that of the class rep whose link brought the buyer. */
  shares: Share[]
  refunded: number
  clearsAt: number
  reversed: boolean
}
export type Payout = { id: string; owner: string; kobo: number; state: 'on_way' | 'paid' | 'returned' }
export type Refund = { id: string; kobo: number; settled: boolean }
type Purse = { waiting: number; available: number; earned: number; changedAt: number; returnedAt: number | null }

/** Minimum payout, refund window, hold and a rep's percentage of the first rule. */
const MINIMUM = 200_000
const WINDOW = 7 * DAY
const HOLD = 48 * HOUR
const REP = 10

/** Expected ledger in kobo; liabilities are positive here when money is owed. */
export class Model {
  readonly sales: Sale[] = []
  readonly payouts: Payout[] = []
  readonly refunds: Refund[] = []
  readonly purses = new Map<string, Purse>()
  provider = 0
  bank = 0
  platform = 0
  fees = 0
  refundsOwed = 0

  constructor(students: readonly string[], bankGivenAt: number) {
    for (const student of students) {
      this.purses.set(student, { waiting: 0, available: 0, earned: 0, changedAt: bankGivenAt, returnedAt: null })
    }
  }

  purse(student: string): Purse {
    const purse = this.purses.get(student)
    if (!purse) {
      throw new Error(`${student} has no purse`)
    }
    return purse
  }

  /** `off`: what the author's own code took off the price. */
  sell(
    { id, material, rep, off }: { id: string; material: Material; rep: string | null; off: number },
    gross: number,
    reportedFee: number | null,
    paidAt: number,
  ): void {
    const fee = reportedFee ?? Math.min(gross, Math.floor((gross * 400) / 10_000) + 5000)
    const share = material.owner === null ? 0 : Math.max(0, Math.floor(((gross + off) * material.percent) / 100) - off)
    // Never from the author's part, and not for one's own work.
    const repShare = rep === material.owner ? 0 : Math.max(0, Math.min(Math.floor((gross * REP) / 100), gross - fee - share))
    const shares = [
      { owner: material.owner, kobo: share },
      { owner: rep, kobo: repShare },
    ].flatMap(({ owner, kobo }) => (owner === null || kobo === 0 ? [] : [{ owner, kobo, back: 0, cleared: false }]))
    this.sales.push({ id, gross, fee, shares, refunded: 0, clearsAt: paidAt + WINDOW, reversed: false })
    this.provider += gross - fee
    this.fees += fee
    this.platform += gross
    shares.forEach((one) => {
      this.platform -= one.kobo
      this.#share(one.owner, false, one.kobo, true)
    })
  }

  /** Returns null if the refund is not possible. */
  refund(sale: Sale, kobo: number | null): { kobo: number } | null {
    const amount = kobo ?? sale.gross - sale.refunded
    if (sale.reversed || amount <= 0 || sale.refunded + amount > sale.gross) {
      return null
    }
    sale.refunded += amount
    this.refundsOwed += amount
    this.platform -= amount
    for (const share of sale.shares) {
      const back = Math.floor((share.kobo * sale.refunded) / sale.gross) - share.back
      share.back += back
      this.platform += back
      this.#share(share.owner, share.cleared, -back, true)
    }
    return { kobo: amount }
  }

  settle(refund: Refund): boolean {
    if (refund.settled) {
      return false
    }
    refund.settled = true
    this.refundsOwed -= refund.kobo
    this.provider -= refund.kobo
    return true
  }

  reverse(sale: Sale): boolean {
    if (sale.reversed || sale.refunded > 0) {
      return false
    }
    sale.reversed = true
    this.provider -= sale.gross - sale.fee
    this.fees -= sale.fee
    this.platform -= sale.gross
    for (const { owner, kobo, cleared } of sale.shares) {
      this.platform += kobo
      this.#share(owner, cleared, -kobo, true)
    }
    return true
  }

  clear(now: number): number {
    let cleared = 0
    for (const share of this.sales.flatMap(({ shares, reversed, clearsAt }) => (reversed || clearsAt > now ? [] : shares))) {
      if (!share.cleared) {
        const kobo = share.kobo - share.back
        this.#share(share.owner, false, -kobo, false)
        this.#share(share.owner, true, kobo, false)
        share.cleared = true
        cleared += 1
      }
    }
    return cleared
  }

  /** Returns who is paid in a run now, after shares have cleared. */
  payable(now: number): { profile: string; kobo: number }[] {
    return [...this.purses].flatMap(([profile, purse]) =>
      purse.available >= MINIMUM &&
      purse.changedAt <= now - HOLD &&
      (purse.returnedAt === null || purse.changedAt > purse.returnedAt)
        ? [{ profile, kobo: purse.available }]
        : [],
    )
  }

  pay(id: string, owner: string, kobo: number): void {
    this.purse(owner).available -= kobo
    this.payouts.push({ id, owner, kobo, state: 'on_way' })
  }

  notePaid(payout: Payout): 'ok' | 'duplicate' | 'returned' {
    if (payout.state === 'paid') {
      return 'duplicate'
    }
    if (payout.state === 'returned') {
      return 'returned'
    }
    payout.state = 'paid'
    this.bank -= payout.kobo
    return 'ok'
  }

  noteReturned(payout: Payout, now: number): 'ok' | 'duplicate' {
    if (payout.state === 'returned') {
      return 'duplicate'
    }
    if (payout.state === 'paid') {
      this.bank += payout.kobo
    }
    payout.state = 'returned'
    const purse = this.purse(payout.owner)
    purse.available += payout.kobo
    purse.returnedAt = Math.max(purse.returnedAt ?? 0, now)
    return 'ok'
  }

  get onWay(): number {
    return this.payouts.filter(({ state }) => state === 'on_way').reduce((sum, { kobo }) => sum + kobo, 0)
  }

  /** Returns every balance with the sign of the ledger, by account and student, without zeros. */
  balances(): Record<string, number> {
    const all: [string, number][] = [
      ['provider', this.provider],
      ['bank', this.bank],
      ['fees', this.fees],
      ['platform', -this.platform],
      ['refunds_owed', -this.refundsOwed],
      ['payouts_on_way', -this.onWay],
      ...[...this.purses].flatMap(([student, { waiting, available }]): [string, number][] => [
        [`waiting ${student}`, -waiting],
        [`available ${student}`, -available],
      ]),
    ]
    return Object.fromEntries(all.filter(([, kobo]) => kobo !== 0))
  }

  #share(owner: string, cleared: boolean, kobo: number, isEarning: boolean): void {
    const purse = this.purse(owner)
    if (cleared) {
      purse.available += kobo
    } else {
      purse.waiting += kobo
    }
    if (isEarning) {
      purse.earned += kobo
    }
  }
}
