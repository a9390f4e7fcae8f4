/**
 * What a line of sample content must not hold: an unfinished place, a dose, a citation that nobody could look up. Null when it is clean.
 * @param examples where they may stand: a post sets a worked example apart, in a code span, a table or a quotation.
 */
export function dishonestyIn(line: string, examples: 'set apart' | 'nowhere' = 'nowhere'): string | null {
  const dose = DOSE.exec(line)
  if (dose && !MEASURED.test(line.slice(Math.max(0, dose.index - NEAR), dose.index + dose[0].length + NEAR))) {
    return `"${dose[0]}" reads like a dose of a drug`
  }
  const said = examples === 'set apart' ? line.replaceAll(/`[^`]*`|^\s*[|>].*$/g, '') : line
  const unfinished = said.match(UNFINISHED)?.[0]
  if (unfinished) {
    return `"${unfinished}" is an unfinished place`
  }
  const citation = said.match(CITATION)?.[0]
  return citation ? `"${citation}" reads like a citation; put the place in brackets instead, such as [cite: recent survey]` : null
}

/** A place in brackets that says what belongs there, such as [cite: ...] or [insert: number seen last year], is how a sample is honest. */
const UNFINISHED = /\b(lorem|ipsum|dolor sit)\b|\b(TODO|TBD|TBC|FIXME|XXX+)\b|\{\{|\[(insert|name|date|place|number)( here)?\]/i

const DOSE = /\b\d[\d,.]*\s?(?:mg|mcg|[µμ]g|mls?|iu|milligrams?|micrograms?|millilitres?|international units?)\b/i

/** What is measured in a person and not given to one, when it stands near (in letters) the number. */
const MEASURED = /\b(?:blood|bleeding|loss|lost|urine|drained|drainage)\b|\/\s?dl|per decilitre/i
const NEAR = 40

const NAME = String.raw`\p{Lu}[\p{L}'’-]+`
/** Adeyemi (2019), Adeyemi and Bello (2019), Adeyemi et al. (2019), (Adeyemi, 2019); a law or a code with its year is none. */
const CITATION = new RegExp(
  String.raw`(?!(?:Act|Bill|Code|Policy|Constitution|Plan|Edition|Council|Nigeria)\b)${NAME}(?:,? (?:and|&) ${NAME}| et al\.?)?,? \((?:19|20)\d\d[a-z]?\)` +
    String.raw`|\(${NAME}(?:,? (?:and|&) ${NAME}| et al\.?)?,? (?:19|20)\d\d[a-z]?[^)]*\)`,
  'u',
)
