/*
 * Repair of @supabase/lite 0.10.0. In a filter such as slug=eq.<value> it reads {a,b} as a list, 0x10 as a number,
 * true as a boolean and null as nothing, and strips quotes and blanks: this ends in 500 or finds the wrong rows. It
 * takes the values of in.("...") literally, so eq is rewritten as in, and the bare values of in are quoted. Alternatives
 * (or, and) are left as they are: a caller quotes their values. Test: tests/contract/filters.test.ts.
 */
const EQUALITY = /^(not\.)?(eq|neq)\.([\s\S]*)$/
const LIST = /^(not\.)?in\.\(([\s\S]+)\)$/
/** An item of a list, quoted or bare. */
const ITEM = /(^|,)(?:("(?:[^"\\]|\\[\s\S])*")(?=,|$)|([^,]*))/g
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

/** Rewrites every equality and every list in the address so that lite takes the values literally. */
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
  if (NO_FILTERS.has(name)) {
    return pair
  }
  const [, notIn = '', items] = value.match(LIST) ?? []
  if (items !== undefined) {
    const literal = items.replace(ITEM, (_item, comma: string, quotedItem: string | undefined, bare: string) => {
      return comma + (quotedItem ?? quote(bare))
    })
    return new URLSearchParams([[name, `${notIn}in.(${literal})`]]).toString()
  }
  const [, not, operator, operand] = value.match(EQUALITY) ?? []
  if (operator === undefined || operand === undefined) {
    return pair
  }
  const isIn = (operator === 'eq') === (not === undefined)
  return new URLSearchParams([[name, `${isIn ? 'in' : 'not.in'}.(${quote(operand)})`]]).toString()
}

const quote = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`
