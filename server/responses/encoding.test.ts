import { expect, test } from 'vitest'
import { agreedEncoding } from './encoding.ts'

test.each([
  [undefined, null],
  ['', null],
  ['br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP', 'gzip'],
  ['deflate, zstd', null],
  ['br;q=0', null],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.5, gzip; q=0.8', 'gzip'],
  ['br;q=0.000, gzip;q=0.001', 'gzip'],
  ['identity', null],
  ['identity;q=0', null],
  ['identity, br;q=0.5', null],
  ['identity;q=0.2, gzip;q=0.4', 'gzip'],
  ['*', 'br'],
  ['*;q=0', null],
  ['gzip, *;q=0', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['embryo, x-brotli', null],
])('negotiates Accept-Encoding %j to %j', (accepted, encoding) => {
  expect(agreedEncoding(accepted)).toBe(encoding)
})
