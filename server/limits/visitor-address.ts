/*
 * Finds a visitor's IP address. It is the address of the connection. X-Forwarded-For counts only as far as trusted
 * proxies (TRUSTED_PROXIES) wrote it, because any client can send that header.
 */
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'

/** Returns true if an address is a trusted proxy's. */
export type IsProxy = (address: string) => boolean

/**
 * Returns a check for these proxies. `named`: addresses and networks such as 10.0.0.0/8, validated before
 * (server/environment.ts).
 */
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

const MAX_REMEMBERED = 2000
const LONGEST_REMEMBERED = 100

/** The address of a visitor whose connection is already closed. */
const NOWHERE = 'nowhere'

/**
 * Returns the visitor's address: that of the connection, or, when a trusted proxy connects, the rightmost address in
 * X-Forwarded-For or Forwarded that is not a trusted proxy. If the two headers disagree, both are ignored, because
 * the visitor wrote one of them.
 */
export function visitorAddress(connection: string | undefined, headers: Pick<Headers, 'get'>, isProxy: IsProxy): string {
  const peer = addressIn(connection ?? '')
  if (peer === null) {
    return NOWHERE
  }
  const chains = [
    headers.get('x-forwarded-for')?.split(','),
    // Commas within quotes separate too. Otherwise a visitor's opening quote would hide what the proxy added after
    // it.
    headers
      .get('forwarded')
      ?.split(',')
      .map((element) => /(?:^|;)\s*for\s*=\s*("[^"]*"|[^;]*)/i.exec(element)?.[1] ?? ''),
  ]
  const response = new Set(chains.flatMap((chain) => (chain ? [beyondProxies(peer, chain, isProxy)] : [])))
  const [visitor = peer] = response
  return response.size > 1 ? peer : visitor
}

/** Follows a chain of addresses from its right end as long as the address is a trusted proxy. */
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

/**
 * Returns the address of an entry without port, brackets and quotes, in one spelling; IPv4 within IPv6 becomes IPv4.
 * Null when there is no address.
 */
const addressIn = remembered(readAddress)

function readAddress(entry: string): string | null {
  const bare = entry.trim().replaceAll('"', '')
  const address = /^\[([^\]]*)\](?::\d+)?$/.exec(bare)?.[1] ?? /^([\d.]+):\d+$/.exec(bare)?.[1] ?? bare
  return parsedAddress(address.replace(/%.*$/, ''))?.toString() ?? null
}

/**
 * Returns the range of one household or phone: an IPv4 address, or an IPv6 /64, whose 2^64 addresses it may all use.
 */
export const getNetwork = remembered(readNetwork)

function readNetwork(address: string): string {
  return parsedAddress(address)?.kind() === 'ipv6'
    ? ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString() + '/64'
    : address
}

/** Caches a function for recent texts: a visitor returns, and each request is parsed several times. */
function remembered<T>(read: (text: string) => T): (text: string) => T {
  const known = new LRUCache<string, { is: T }>({ max: MAX_REMEMBERED })
  return (text) => {
    const before = known.get(text)
    if (before) {
      return before.is
    }
    const is = read(text)
    if (text.length <= LONGEST_REMEMBERED) {
      known.set(text, { is })
    }
    return is
  }
}

/**
 * Parses an address; null if it is invalid. IPv4 is read only in its four-part form: 0177.1 and 2130706433 are
 * invalid.
 */
function parsedAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const isAddress = ipaddr.IPv6.isValid(text) || ipaddr.IPv4.isValidFourPartDecimal(text)
  return isAddress ? ipaddr.process(text) : null
}
