/** Matches the last sentence of a topic's description, which states how the sample size is found. */
const STATEMENT = / ?Sample size: .+$/

/** Returns a description without its statement on the sample size, whose words all topics share. */
export function withoutSampleSize(description: string): string {
  return description.replace(STATEMENT, '')
}

/** Matches a reason why no formula is used, followed by how the number is found. */
const REASON = /\bnot calculated\b.{20}|\bfull count, so no formula\b.{20}/

/** A sum: the expression, its stated value with one or two decimals, and the whole number above it. */
const SUM = /(?<expression>[\d.(][\d.×/+²()−\s]*) = (?<value>[\d,]+\.(?<decimals>\d{1,2})), so (?<rounded>[\d,]+)/g

/**
 * Returns what is wrong with a description's statement on the sample size: it is missing, it neither calculates nor
 * says how the number is found, or one of its sums is wrong.
 */
export function sampleSizeFaults(description: string): string[] {
  const statement = description.match(STATEMENT)?.[0]
  if (statement === undefined) {
    return ['the description does not end with its sample size: a calculation, or how the number is found']
  }
  return statement.search(SUM) < 0 && !REASON.test(statement)
    ? ['the sample size has no calculation and no other way to find it']
    : sumFaults(statement)
}

/** Returns the sums of a text whose stated value or whole number is wrong. */
export function sumFaults(text: string): string[] {
  return [...text.matchAll(SUM)].flatMap(({ groups: { expression = '', value = '', decimals = '', rounded = '' } = {} }) => {
    const exact = evaluate(expression)
    const isRight = exact.toFixed(decimals.length) === value.replaceAll(',', '')
    return isRight && Math.ceil(exact - 1e-9) === Number(rounded.replaceAll(',', ''))
      ? []
      : [`${expression.trim()} is ${exact.toFixed(2)}, not ${value}, so ${rounded}`]
  })
}

/** Returns the value of a sum with ×, /, +, −, ² and brackets. NaN if it is malformed. */
export function evaluate(expression: string): number {
  const tokens = expression.match(/\d+(?:\.\d+)?|[()×/+−²]/g) ?? []
  let at = 0
  const factor = (): number => {
    const token = tokens[at++]
    let value = Number(token)
    if (token === '(') {
      value = sum()
      at++
    }
    while (tokens[at] === '²') {
      value **= 2
      at++
    }
    return value
  }
  const product = (): number => {
    let value = factor()
    while (tokens[at] === '×' || tokens[at] === '/') {
      value = tokens[at++] === '×' ? value * factor() : value / factor()
    }
    return value
  }
  function sum(): number {
    let value = product()
    while (tokens[at] === '+' || tokens[at] === '−') {
      value = tokens[at++] === '+' ? value + product() : value - product()
    }
    return value
  }
  return sum()
}
