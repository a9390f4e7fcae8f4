import { log } from '#app/platform/log/log.server.ts'
import type { Limited, Turn, Who } from '#app/platform/limits/limits.server.ts'
import { Counter, type Counts } from './counter.ts'
import { countedByEachProcess, limits, type Rule, SLOWED_AT_MAX_MS, SLOWED_BY_MS } from './limits.ts'
import { getNetwork } from './visitor-address.ts'

export type Limiter = {
  /** Counts an attempt from `address` and returns its consequences. */
  consume(what: Limited, address: string, who: Who): Promise<Turn>
}

/**
 * Creates a limiter. There is one per process.
 * @param shared creates the counts that all processes share; null: each process counts for itself.
 */
export function openLimiter(
  rules: Readonly<Record<Limited, readonly Rule[]>> = limits,
  shared: ((what: string, rule: Rule) => Counts) | null = null,
): Limiter {
  const getCounter = (what: string, rule: Rule) =>
    shared && !countedByEachProcess.has(what) ? shared(what, rule) : new Counter(rule)
  const counters = new Map(
    Object.entries(rules).map(([what, each]) => [what, each.map((rule) => ({ rule, counter: getCounter(what, rule) }))] as const),
  )

  return {
    async consume(what, address, who) {
      const keys = getKeys(address, who)
      let [spared, slowed] = [false, 0]
      // The counts run in parallel, because each shared count is a request to the backend.
      const taken = await Promise.all(
        (counters.get(what) ?? []).flatMap(({ rule, counter }) => {
          const key = keys[rule.per]
          const release = () => (key === null ? Promise.resolve() : counter.release(key))
          return key === null ? [] : [counter.count(key).then((count) => ({ rule, release, ...count }))]
        }),
      )
      const refusing = taken.find(({ rule, counted }) => counted > rule.max && !rule.beyond)
      if (refusing) {
        const { rule, counted, wait } = refusing
        if (counted - rule.max === 1) {
          log.warn(
            { event: 'limit.exceeded', limit: what, per: rule.per, max: rule.max, seconds: rule.within, address: keys.address },
            `Too many: ${what} by ${rule.per}, over ${rule.max} in ${rule.within} s, from ${keys.address}`,
          )
        }
        // A rejected attempt does not count for the others who share the address.
        await Promise.all(taken.filter((each) => each !== refusing).map((each) => each.release()))
        return rejected(Math.max(1, Math.ceil(wait / 1000)))
      }
      for (const { rule, counted } of taken) {
        const beyond = counted - rule.max
        if (beyond > 0) {
          spared ||= rule.beyond === 'spared'
          slowed = Math.max(slowed, rule.beyond === 'slowed' ? beyond * SLOWED_BY_MS : 0)
        }
      }
      if (slowed > 0) {
        await new Promise((resolve) => setTimeout(resolve, Math.min(slowed, SLOWED_AT_MAX_MS)))
      }
      const release = async (those: { release(): Promise<void> }[]) => {
        await Promise.all(those.map((each) => each.release()))
      }
      return {
        wait: 0,
        spared,
        succeeded: () => release(taken.filter(({ rule }) => rule.failures)),
        release: () => release(taken.splice(0)),
      }
    },
  }
}

function getKeys(address: string, { person: user, account }: Who): Record<Rule['per'], string | null> {
  const network = getNetwork(address)
  const values = account?.trim().toLowerCase() ?? null
  return {
    address: network,
    person: user ?? null,
    account: values,
    'account at address': values === null ? null : `${network} ${values}`,
  }
}

function rejected(wait: number): Turn {
  const nothing = async () => {}
  return { wait, spared: false, succeeded: nothing, release: nothing }
}
