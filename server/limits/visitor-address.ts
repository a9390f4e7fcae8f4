/*
 * Where a visitor is. Whoever connects is at the address of the connection; what a request says of itself counts only as far as it was
 * written by proxies that are named (TRUSTED_PROXIES), since everybody can write X-Forwarded-For.
 */
import ipaddr from 'ipaddr.js'

/** Whether an address is a named proxy's. */
export type IsProxy = (address: string) => boolean

/** `named`: addresses and networks such as 10.0.0.0/8, checked before (server/environment.ts). */
export function proxiesNamed(named: readonly string[]): IsProxy {
  const networks = named.map((each) => {
    const [address = '', prefix] = each.split('/')
    const parsed = ipaddr.process(address)
    return { parsed, bits: prefix === undefined ? (parsed.kind() === 'ipv4' ? 32 : 128) : Number(prefix) }
  })
  return (address) => {
    const asked = parsedAddress(address)
    return asked !== null && networks.some(({ parsed, bits }) => parsed.kind() === asked.kind() && asked.match(parsed, bits))
  }
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
  return parsedAddress(address.replace(/%.*$/, ''))?.toString() ?? null
}

/** What one household or phone has: an IPv4 address, or an IPv6 /64, in which it may choose among 2^64 addresses. */
export function networkOf(address: string): string {
  return parsedAddress(address)?.kind() === 'ipv6'
    ? ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString() + '/64'
    : address
}

/** Null for what is no address. IPv4 is read in its four-part form alone: 0177.1 and 2130706433 are no addresses here. */
function parsedAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const isAddress = ipaddr.IPv6.isValid(text) || ipaddr.IPv4.isValidFourPartDecimal(text)
  return isAddress ? ipaddr.process(text) : null
}
