import { expect, it } from 'vitest'
import { sqlMeaning, sqlTokens } from './sql-tokens.ts'

it.each([
  ['select 1', ['select', '1']],
  ["a := 'x -- y'; -- why", ['a', ':=', "'x -- y'", ';']],
  ["'it''s' /* and\nmore */ \"a b\"", ["'it''s'", '"a b"']],
  ['b->>0--why', ['b', '->>', '0']],
  ['a <=/* why */b', ['a', '<=', 'b']],
  ['create function f() as $$ begin; -- why\n end $$', ['create', 'function', 'f', '(', ')', 'as', '$$ begin; -- why\n end $$']],
  ['$a$ $$ $a$ $1', ['$a$ $$ $a$', '$', '1']],
  ['ọ::text', ['ọ', '::', 'text']],
  ['', []],
])('%j is read as %j', (sql, tokens) => {
  expect(sqlTokens(sql)).toEqual(tokens)
})

it('sqlMeaning respects white space within quotes and ignores it between words', () => {
  expect(sqlTokens("x('a  b')")).not.toEqual(sqlTokens("x('a b')"))
  expect(sqlTokens("x (\n 'a b'  )")).toEqual(sqlTokens("x('a b')"))
})

it('sqlMeaning ignores comments, line endings and final semicolons but not the body', () => {
  const written = `-- Why.\ncreate function f() returns integer as $$ begin return 1; end $$;\nselect f();`
  expect(sqlMeaning(written)).toBe(
    sqlMeaning(`create function f() returns integer as $body$\n begin /* 1 */\n return 1;\n end\n$body$; select f()`),
  )
  expect(sqlMeaning(written)).not.toBe(sqlMeaning(written.replace('return 1', 'return 2')))
  expect(sqlMeaning(written)).not.toBe(sqlMeaning(written.replace('return 1;', 'return 1')))
})
