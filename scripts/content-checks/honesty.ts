/**
 * Finds what sample content must not contain: unfinished text, a dose, or an invented citation. Returns null if there
 * is none.
 * @param examples where they are allowed: a post marks its worked examples by a code span, a table or a quotation.
 */
export function dishonestyIn(line: string, examples: 'set apart' | 'nowhere' = 'nowhere'): string | null {
  const dose = DOSE.exec(line)
  if (dose && !MEASURED.test(line.slice(Math.max(0, dose.index - NEAR), dose.index + dose[0].length + NEAR))) {
    return `"${dose[0]}" reads like a dose of a drug`
  }
  const response = examples === 'set apart' ? line.replaceAll(/`[^`]*`|^\s*[|>].*$/g, '') : line
  const unfinished = response.match(UNFINISHED)?.[0]
  if (unfinished) {
    return `"${unfinished}" is an unfinished place`
  }
  const citation = response.match(CITATION)?.[0]
  return citation ? `"${citation}" reads like a citation; put the place in brackets instead, such as [cite: recent survey]` : null
}

/**
 * Unfinished text. Brackets that say what belongs there, such as [cite: ...] or [insert: number seen last year], are
 * intended and not matched.
 */
const UNFINISHED = /\b(lorem|ipsum|dolor sit)\b|\b(TODO|TBD|TBC|FIXME|XXX+)\b|\{\{|\[(insert|name|date|place|number)( here)?\]/i

const DOSE = /\b\d[\d,.]*\s?(?:mg|mcg|[µμ]g|mls?|iu|milligrams?|micrograms?|millilitres?|international units?)\b/i

/** Words that make a nearby number a measurement of a patient instead of a dose. */
const MEASURED = /\b(?:blood|bleeding|loss|lost|urine|drained|drainage)\b|\/\s?dl|per decilitre/i
const NEAR = 40

const NAME = String.raw`\p{Lu}[\p{L}'’-]+`
/**
 * Matches Adeyemi (2019), Adeyemi and Bello (2019), Adeyemi et al. (2019), (Adeyemi, 2019), but not a law or a code
 * with its year.
 */
const CITATION = new RegExp(
  String.raw`(?!(?:Act|Bill|Code|Policy|Constitution|Plan|Edition|Council|Nigeria)\b)${NAME}(?:,? (?:and|&) ${NAME}| et al\.?)?,? \((?:19|20)\d\d[a-z]?\)` +
    String.raw`|\(${NAME}(?:,? (?:and|&) ${NAME}| et al\.?)?,? (?:19|20)\d\d[a-z]?[^)]*\)`,
  'u',
)
