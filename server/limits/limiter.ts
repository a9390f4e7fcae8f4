import type { Limited, Turn, Who } from '../../app/platform/limits/limits.server.ts'
import { Counter } from './counter.ts'
import { limits, type Rule, SLOWED_AT_MOST_MS, SLOWED_BY_MS } from './limits.ts'
import { networkOf } from './visitor-address.ts'

export type Limiter = {
  /** Counts a try from `address`; Turn says what follows from it. */
  take(what: Limited, address: string, who: Who): Promise<Turn>
}

/** Makes an empty limiter. There is one per process, in memory. */
export function openLimiter(rules: Readonly<Record<Limited, readonly Rule[]>> = limits): Limiter {
  const counters = new Map(
    Object.entries(rules).map(([what, each]) => [what, each.map((rule) => ({ rule, counter: new Counter(rule) }))] as const),
  )

  return {
    async take(what, address, who) {
      const keys = keysOf(address, who)
      const taken: { rule: Rule; giveBack(): Promise<void> }[] = []
      let [spared, slowed] = [false, 0]
      for (const { rule, counter } of counters.get(what) ?? []) {
        const key = keys[rule.per]
        if (key === null) {
          continue
        }
        const { counted, wait } = await counter.count(key)
        const beyond = counted - rule.most
        if (beyond > 0 && !rule.beyond) {
          if (beyond === 1) {
            console.warn(`Too many: ${what} by ${rule.per}, over ${rule.most} in ${rule.within} s, from ${keys.address}`)
          }
          // A refused try does not count for the others who share the address.
          await Promise.all(taken.map((each) => each.giveBack()))
          return refused(Math.max(1, Math.ceil(wait / 1000)))
        }
        taken.push({ rule, giveBack: () => counter.giveBack(key) })
        if (beyond > 0) {
          spared ||= rule.beyond === 'spared'
          slowed = Math.max(slowed, rule.beyond === 'slowed' ? beyond * SLOWED_BY_MS : 0)
        }
      }
      if (slowed > 0) {
        await new Promise((resolve) => setTimeout(resolve, Math.min(slowed, SLOWED_AT_MOST_MS)))
      }
      const giveBack = async (those: typeof taken) => {
        await Promise.all(those.map((each) => each.giveBack()))
      }
      return {
        wait: 0,
        spared,
        succeeded: () => giveBack(taken.filter(({ rule }) => rule.failures)),
        giveBack: () => giveBack(taken.splice(0)),
      }
    },
  }
}

function keysOf(address: string, { person, account }: Who): Record<Rule['per'], string | null> {
  const network = networkOf(address)
  const typed = account?.trim().toLowerCase() ?? null
  return {
    address: network,
    person: person ?? null,
    account: typed,
    'account at address': typed === null ? null : `${network} ${typed}`,
  }
}

function refused(wait: number): Turn {
  const nothing = async () => {}
  return { wait, spared: false, succeeded: nothing, giveBack: nothing }
}
