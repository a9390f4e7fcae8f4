/**
 * A word, a number, a run of operator signs, a bracket, comma or semicolon; or a whole quoted text. Comments and
 * white space match no group.
 */
const TOKEN =
  /--[^\n]*|\/\*[\s\S]*?\*\/|\s+|(\$(?:[A-Za-z_]\w*)?\$)[\s\S]*?\1|'(?:[^']|'')*'|"(?:[^"]|"")*"|[\w\u0080-\uffff]+|[-+*/<>=~!@#%^&|`?:]+?(?=--|\/\*|[^-+*/<>=~!@#%^&|`?:]|$)|[\s\S]/g

/**
 * Splits SQL into words, signs and quoted texts, without comments and white space. Texts with the same tokens are
 * equivalent.
 */
export function sqlTokens(sql: string): string[] {
  return (sql.match(TOKEN) ?? []).filter((token) => !/^(?:--|\/\*|\s)/.test(token))
}

/**
 * Returns SQL in a normal form, so that texts which differ only in layout compare as equal: its tokens, also those of
 * function bodies, without the semicolons between statements.
 */
export function sqlMeaning(sql: string): string {
  return sqlTokens(sql)
    .filter((token) => token !== ';')
    .flatMap(withinBodies)
    .join(' ')
}

/** Returns the token itself, or the tokens of a function's body. */
function withinBodies(token: string): string[] {
  const body = /^(\$\w*\$)(.*)\1$/s.exec(token)?.[2]
  return body === undefined ? [token] : sqlTokens(body).flatMap(withinBodies)
}
