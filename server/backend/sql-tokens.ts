/** A word, a number, a run of operator signs, a bracket, comma or semicolon; or a whole quoted text. Comments and white space match no group. */
const TOKEN =
  /--[^\n]*|\/\*[\s\S]*?\*\/|\s+|(\$(?:[A-Za-z_]\w*)?\$)[\s\S]*?\1|'(?:[^']|'')*'|"(?:[^"]|"")*"|[\w\u0080-\uffff]+|[-+*/<>=~!@#%^&|`?:]+?(?=--|\/\*|[^-+*/<>=~!@#%^&|`?:]|$)|[\s\S]/g

/**
 * What PostgreSQL reads of an SQL text: its words, signs and quoted texts, without comments and white space. Two texts with the same tokens
 * mean the same.
 */
export function sqlTokens(sql: string): string[] {
  return (sql.match(TOKEN) ?? []).filter((token) => !/^(?:--|\/\*|\s)/.test(token))
}

/**
 * An SQL text in a form that is the same for texts that do the same: its tokens, those of function bodies too, without the semicolons between
 * statements.
 */
export function sqlMeaning(sql: string): string {
  return sqlTokens(sql)
    .filter((token) => token !== ';')
    .flatMap(withinBodies)
    .join(' ')
}

/** The token itself, or the tokens of a function's body. */
function withinBodies(token: string): string[] {
  const body = /^(\$\w*\$)(.*)\1$/s.exec(token)?.[2]
  return body === undefined ? [token] : sqlTokens(body).flatMap(withinBodies)
}
