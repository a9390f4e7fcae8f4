/*
 * Repair of @supabase/lite 0.10.0. In a filter such as slug=eq.<value> it reads {a,b} as a list, 0x10 as a number,
 * true as a boolean and null as nothing, and strips quotes and blanks: this ends in 500 or finds the wrong rows. It
 * takes the values of in.("...") literally, so eq is rewritten as in. Test: tests/contract/filters.test.ts.
 */
const EQUALITY = /^(not\.)?(eq|neq)\.([\s\S]*)$/
const NO_FILTERS = new Set([
  'select',
  'order',
  'limit',
  'offset',
  'on_conflict',
  'columns',
  'apikey',
  'or',
  'and',
  'not.or',
  'not.and',
])

/** Rewrites every equality in the address so that lite takes the value literally. */
export function withLiteralFilters(request: Request): Request {
  const url = new URL(request.url)
  const isCallByAddress = url.pathname.startsWith('/rest/v1/rpc/') && request.method !== 'POST'
  // A PUT names its row with eq, which must stay.
  if (url.search === '' || isCallByAddress || request.method === 'PUT') {
    return request
  }
  const pairs = url.search.slice(1).split('&')
  const literal = pairs.map(literally)
  if (literal.every((pair, at) => pair === pairs[at])) {
    return request
  }
  url.search = literal.join('&')
  return new Request(url, request)
}

function literally(pair: string): string {
  const [[name, value] = ['', '']] = new URLSearchParams(pair)
  const [, not, admin, operand] = value.match(EQUALITY) ?? []
  if (admin === undefined || operand === undefined || NO_FILTERS.has(name)) {
    return pair
  }
  const isIn = (admin === 'eq') === (not === undefined)
  const quoted = `"${operand.replace(/["\\]/g, '\\$&')}"`
  return new URLSearchParams([[name, `${isIn ? 'in' : 'not.in'}.(${quoted})`]]).toString()
}
