import { expect, test } from 'vitest'
import { getNetwork, proxiesNamed, visitorAddress } from './visitor-address.ts'

const nobody = proxiesNamed([])
const proxies = proxiesNamed(['127.0.0.1', '10.0.0.0/8', '2001:db8:aaaa::/48', '::1'])
const from = (connection: string | undefined, headers: Record<string, string>, isProxy = proxies) =>
  visitorAddress(connection, new Headers(headers), isProxy)

test('ignores forwarding headers when no proxies are trusted', () => {
  const each: Record<string, string>[] = [
    {},
    { 'x-forwarded-for': '203.0.113.7' },
    { forwarded: 'for=203.0.113.7' },
    {
      'x-real-ip': '203.0.113.7',
      'true-client-ip': '203.0.113.7',
      'cf-connecting-ip': '203.0.113.7',
      'sb-forwarded-for': '1.2.3.4',
    },
  ]
  for (const headers of each) {
    expect(from('198.51.100.4', headers, nobody)).toBe('198.51.100.4')
    expect(from('127.0.0.1', headers, nobody)).toBe('127.0.0.1')
    // Headers from a connection that is not a trusted proxy do not count either.
    expect(from('198.51.100.4', headers)).toBe('198.51.100.4')
  }
})

test.each<[string, string, Record<string, string>, string]>([
  ['the proxy’s word', '127.0.0.1', { 'x-forwarded-for': '203.0.113.7' }, '203.0.113.7'],
  ['what the visitor wrote before it', '127.0.0.1', { 'x-forwarded-for': '1.1.1.1, 2.2.2.2, 203.0.113.7' }, '203.0.113.7'],
  ['an inner proxy’s address left of it', '127.0.0.1', { 'x-forwarded-for': '10.9.9.9, 203.0.113.7' }, '203.0.113.7'],
  ['a chain of named proxies', '127.0.0.1', { 'x-forwarded-for': '1.1.1.1, 203.0.113.7, 10.0.0.4, 10.1.2.3' }, '203.0.113.7'],
  ['named proxies alone', '127.0.0.1', { 'x-forwarded-for': '10.0.0.4, 10.1.2.3' }, '10.0.0.4'],
  ['no header', '127.0.0.1', {}, '127.0.0.1'],
  ['an empty header', '127.0.0.1', { 'x-forwarded-for': '' }, '127.0.0.1'],
  ['rubbish at the right end', '127.0.0.1', { 'x-forwarded-for': '203.0.113.7, rubbish' }, '127.0.0.1'],
  ['rubbish beyond a proxy', '127.0.0.1', { 'x-forwarded-for': '203.0.113.7, unknown, 10.0.0.4' }, '10.0.0.4'],
  ['a port', '10.1.1.1', { 'x-forwarded-for': '203.0.113.7:50123' }, '203.0.113.7'],
  ['brackets and a port', '10.1.1.1', { 'x-forwarded-for': '[2001:db8::7]:50123' }, '2001:db8::7'],
  ['another spelling', '10.1.1.1', { 'x-forwarded-for': '2001:0DB8:0:0::0007' }, '2001:db8::7'],
  ['a zone', 'fe80::1%eth0', {}, 'fe80::1'],
  ['IPv4 within IPv6', '::ffff:127.0.0.1', { 'x-forwarded-for': '::ffff:cb00:7107' }, '203.0.113.7'],
  ['a proxy with IPv6', '2001:db8:aaaa:1::5', { 'x-forwarded-for': '2001:db8:bbbb::1' }, '2001:db8:bbbb::1'],
  ['numbers that are no address', '127.0.0.1', { 'x-forwarded-for': '999.1.1.1' }, '127.0.0.1'],
  ['Forwarded', '127.0.0.1', { forwarded: 'for=1.1.1.1, for=203.0.113.7;proto=https;by=10.0.0.1' }, '203.0.113.7'],
  ['Forwarded, quoted', '127.0.0.1', { forwarded: 'proto=https; For="[2001:db8::7]:4711"' }, '2001:db8::7'],
  ['Forwarded, hidden', '127.0.0.1', { forwarded: 'for=_hidden' }, '127.0.0.1'],
  ['Forwarded without for', '127.0.0.1', { forwarded: 'proto=https;host="for=1.1.1.1"' }, '127.0.0.1'],
  ['an opening quote left open', '127.0.0.1', { forwarded: 'for=1.1.1.1;host="a, for=203.0.113.7' }, '203.0.113.7'],
  ['both, alike', '127.0.0.1', { forwarded: 'for=203.0.113.7', 'x-forwarded-for': '203.0.113.7' }, '203.0.113.7'],
  ['both, of which one is forged', '127.0.0.1', { forwarded: 'for=1.1.1.1', 'x-forwarded-for': '203.0.113.7' }, '127.0.0.1'],
])('reads the address behind a trusted proxy from %s', (_what, connection, headers, expected) => {
  expect(from(connection, headers)).toBe(expected)
})

test('returns no address for a visitor who has disconnected', () => {
  expect(from(undefined, { 'x-forwarded-for': '203.0.113.7' })).toBe('nowhere')
})

test('reads a header of sixteen kilobytes quickly', () => {
  const started = process.cpuUsage()
  for (const chunk of ['"\\', '1.1.1.1,', 'for=', ';for="', '[', ',', ':', 'a:', '::']) {
    const long = chunk.repeat(16_384 / chunk.length)
    from('127.0.0.1', { forwarded: long, 'x-forwarded-for': long })
  }
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(5000)
})

test('groups IPv6 visitors by /64 and IPv4 visitors by address', () => {
  expect(getNetwork('203.0.113.7')).toBe('203.0.113.7')
  expect(getNetwork('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
  expect(getNetwork('2001:db8:1:2:ffff::9')).toBe(getNetwork('2001:db8:1:2::1'))
  expect(getNetwork('2001:db8:1:3::1')).not.toBe(getNetwork('2001:db8:1:2::1'))
  expect(getNetwork('2001:db8::1')).toBe('2001:db8::/64')
  expect(getNetwork('::1')).toBe('::/64')
  expect(getNetwork('nowhere')).toBe('nowhere')
})
