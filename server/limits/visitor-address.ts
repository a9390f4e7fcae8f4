/*
 * Where a visitor is. Whoever connects is at the address of the connection; what a request says of itself counts only as far as it was
 * written by proxies that are named (TRUSTED_PROXIES), since everybody can write X-Forwarded-For.
 */
import { BlockList, isIP } from 'node:net'

/** Whether an address is a named proxy's. */
export type IsProxy = (address: string) => boolean

/** `named`: addresses and networks such as 10.0.0.0/8, checked before (server/environment.ts). */
export function proxiesNamed(named: readonly string[]): IsProxy {
  const list = new BlockList()
  for (const each of named) {
    const [address = '', prefix] = each.split('/')
    const family = familyOf(address)
    if (prefix === undefined) {
      list.addAddress(address, family)
    } else {
      list.addSubnet(address, Number(prefix), family)
    }
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address))
}

/** What stands for a visitor whose connection is gone already. */
const NOWHERE = 'nowhere'

/**
 * The address of whoever asks: the connection's, or, when that is a named proxy's, the one furthest to the right in X-Forwarded-For or Forwarded
 * that is no named proxy's. Two headers that disagree count for nothing: one of them came through the proxy as the visitor wrote it.
 */
export function visitorAddress(connection: string | undefined, headers: Headers, isProxy: IsProxy): string {
  const peer = addressIn(connection ?? '')
  if (peer === null) {
    return NOWHERE
  }
  const chains = [
    headers.get('x-forwarded-for')?.split(','),
    // Commas within quotes are commas too: else an opening quote of the visitor's would swallow what the proxy wrote after it.
    headers
      .get('forwarded')
      ?.split(',')
      .map((element) => /(?:^|;)\s*for\s*=\s*("[^"]*"|[^;]*)/i.exec(element)?.[1] ?? ''),
  ]
  const said = new Set(chains.flatMap((chain) => (chain ? [beyondProxies(peer, chain, isProxy)] : [])))
  const [visitor = peer] = said
  return said.size > 1 ? peer : visitor
}

/** Follows a chain of addresses from its right end as long as a named proxy vouches for the next. */
function beyondProxies(peer: string, chain: readonly string[], isProxy: IsProxy): string {
  let at = peer
  for (const entry of chain.toReversed()) {
    const next = isProxy(at) ? addressIn(entry) : null
    if (next === null) {
      return at
    }
    at = next
  }
  return at
}

/** The address in an entry, which may have a port, brackets or quotes about it; in one spelling, IPv4 within IPv6 as IPv4. Null: there is none. */
function addressIn(entry: string): string | null {
  const bare = entry.trim().replaceAll('"', '')
  const address = /^\[([^\]]*)\](?::\d+)?$/.exec(bare)?.[1] ?? /^([\d.]+):\d+$/.exec(bare)?.[1] ?? bare
  const withoutZone = address.replace(/%.*$/, '')
  switch (isIP(withoutZone)) {
    case 4:
      return withoutZone
    case 6: {
      const groups = groupsOf(withoutZone)
      const isIPv4Inside = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
      return isIPv4Inside
        ? groups
            .slice(6)
            .flatMap((group) => [group >> 8, group & 0xff])
            .join('.')
        : spelled(withoutZone)
    }
    default:
      return null
  }
}

/** What one household or phone has: an IPv4 address, or an IPv6 /64, in which it may choose among 2^64 addresses. */
export function networkOf(address: string): string {
  return isIP(address) === 6
    ? `${groupsOf(address)
        .slice(0, 4)
        .map((group) => group.toString(16))
        .join(':')}::/64`
    : address
}

/** The shortest spelling of an IPv6 address, as URLs have it. */
function spelled(address: string): string {
  return new URL(`http://[${address}]`).hostname.slice(1, -1)
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  const [left = [], right = []] = spelled(address)
    .split('::')
    .map((side) => (side === '' ? [] : side.split(':').map((group) => Number.parseInt(group, 16))))
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => 0), ...right]
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}
